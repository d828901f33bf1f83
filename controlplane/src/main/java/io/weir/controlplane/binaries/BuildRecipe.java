package io.weir.controlplane.binaries;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How the programs are built, but for the compiler: all that decides what a build gives.
 *
 * @param module the sources, by version and digest
 */
record BuildRecipe(GoModule module) {
  private static final List<String> VERSION_PACKAGES =
      List.of("k8s.io/component-base/version", "k8s.io/client-go/pkg/version");

  /** The arguments of {@code go} that build one program into a file. */
  List<String> arguments(Binary binary, Path output) {
    return Stream.concat(flags().stream(), Stream.of("-o", output.toString(), binary.goPackage()))
        .toList();
  }

  /**
   * Names the result: equal when it would be the same for a given compiler.
   *
   * @param platform operating system and architecture
   */
  String digest(String platform) {
    String all =
        Stream.of(
                module.mod(),
                module.sum(),
                String.join(" ", flags()),
                GoEnvironment.PINNED.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(Map.Entry::toString)
                    .collect(Collectors.joining(" ")),
                platform)
            .collect(Collectors.joining("\0"));
    return Sha256.nameOf(all);
  }

  private List<String> flags() {
    return List.of("build", "-trimpath", "-ldflags", "-s -w " + versionFlags());
  }

  /** Without these the programs call themselves v0.0.0, and clients refuse to talk to servers. */
  private String versionFlags() {
    String version = module.kubernetesVersion();
    String[] numbers = version.substring(1).split("[.]", -1);
    var values =
        Map.of(
            "gitVersion",
            version,
            "gitMajor",
            numbers[0],
            "gitMinor",
            numbers[1],
            // Modules do not tell their commit; a fixed date keeps builds equal.
            "gitCommit",
            "unknown",
            "gitTreeState",
            "archive",
            "buildDate",
            "1970-01-01T00:00:00Z");
    return VERSION_PACKAGES.stream()
        .flatMap(
            name ->
                values.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(e -> "-X %s.%s=%s".formatted(name, e.getKey(), e.getValue())))
        .collect(Collectors.joining(" "));
  }
}
