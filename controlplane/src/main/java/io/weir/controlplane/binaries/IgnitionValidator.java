package io.weir.controlplane.binaries;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Ignition's own programs that check a configuration, which end with 0 for one that Ignition takes.
 * Their versions are pinned in modules of their own.
 */
public enum IgnitionValidator {
  /** Reads versions 2.0 to 2.4. */
  VERSION_2("ignition-2", "github.com/coreos/ignition/validate"),
  /** Reads versions from 3.0 on. */
  VERSION_3("ignition-3", "github.com/coreos/ignition/v2/validate");

  private static final Duration BUILD_LIMIT = Duration.ofMinutes(10);

  private final String module;
  private final String goPackage;

  IgnitionValidator(String module, String goPackage) {
    this.module = module;
    this.goPackage = goPackage;
  }

  /**
   * The program, built first if the cache lacks it, which takes half a minute and a network.
   *
   * @param listener told when the cache holds one that was not built there
   * @throws BinariesException when it cannot be built; the message says what to do
   */
  public Path findOrBuild(BuildListener listener) throws IOException, InterruptedException {
    GoModule sources = GoModule.shipped(module);
    String program = module + "-" + sources.digest();
    return new CachedBuild("ignition", module, program, sources.goVersion(), BUILD_LIMIT)
        .findOrBuild(
            listener,
            (go, workplace, fresh) -> {
              sources.writeTo(workplace);
              String _ = go.run(workplace, "build", "-trimpath", "-o", fresh.toString(), goPackage);
            });
  }
}
