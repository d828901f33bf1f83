package io.weir.controlplane.binaries;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Says what a failed build means for the person who started it. */
enum GoBuildFailure {
  DISK_FULL(
      "the disk is full",
      "free several GB where the cache, Go's own cache and the temporary directory lie",
      "no space left on device|disk quota exceeded"),
  GO_TOO_OLD(
      "the installed Go is too old",
      "install a newer Go, as Weir downloads none",
      "go.mod requires go >=|toolchain not available"),
  ALTERED_MODULE(
      "a downloaded module is not the one that is pinned",
      "run 'go clean -modcache' and look at what GOPROXY names",
      "checksum mismatch|SECURITY ERROR|has been modified"),
  NO_MODULES(
      "a module could not be downloaded",
      "give this machine access to a Go module proxy (GOPROXY), or set KUBEBUILDER_ASSETS to a"
          + " directory with the programs",
      "dial tcp|no such host|i/o timeout|connection re|proxyconnect|TLS handshake|x509:|unexpected"
          + " EOF|40[34] (not found|forbidden)|50[0234] |module lookup disabled"),
  OUT_OF_MEMORY(
      "the compiler was killed, most likely because memory ran out",
      "give this machine 4 GB",
      "signal: killed|cannot allocate memory"),
  OTHER("Go failed", "read its log", "");

  private static final int LINES_SHOWN = 5;

  private final String cause;
  private final String remedy;
  private final String sign;

  GoBuildFailure(String cause, String remedy, String sign) {
    this.cause = cause;
    this.remedy = remedy;
    this.sign = sign;
  }

  /**
   * The sentence for a build that said these lines.
   *
   * @param result what was to be built
   */
  static String explain(String result, List<String> said, Path log) {
    GoBuildFailure failure = of(said);
    return "Cannot build %s, as %s: %s (log %s, which ends: %s)."
        .formatted(
            result,
            failure.cause,
            failure.remedy,
            log,
            String.join(" | ", said.subList(Math.max(0, said.size() - LINES_SHOWN), said.size())));
  }

  static GoBuildFailure of(List<String> said) {
    String text = String.join("\n", said);
    return Stream.of(values()).filter(failure -> failure.matches(text)).findFirst().orElse(OTHER);
  }

  private boolean matches(String text) {
    return Pattern.compile(sign, Pattern.CASE_INSENSITIVE).matcher(text).find();
  }
}
