package io.weir.controlplane.binaries;

import io.weir.controlplane.files.FileTree;
import io.weir.controlplane.process.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Ignition's own programs that check a configuration, which end with 0 for one that Ignition takes.
 * Only tests want them, so they are no part of {@link Binaries}: their versions are pinned in
 * modules of their own, and each is built on first use into the same cache.
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
    Environment environment = Environment.ofThisProcess();
    GoModule sources = GoModule.shipped(module);
    ProgramStore store = ProgramStore.open(environment.cacheDirectory(), "ignition");
    String program = module + "-" + digest(sources);
    if (!store.isUntouched(program)) {
      try (var _ = CacheLock.acquire(store.path(module + ".lock"), () -> {})) {
        if (!store.verify(program, listener)) {
          build(environment, sources, store, program, listener);
        }
      }
    }
    return store.path(program);
  }

  private void build(
      Environment environment,
      GoModule sources,
      ProgramStore store,
      String program,
      BuildListener listener)
      throws IOException, InterruptedException {
    GoToolchain go =
        GoToolchain.find(environment)
            .orElseThrow(
                () ->
                    new BinariesException(
                        "There is no Go on the PATH to build Ignition's validator with: install Go"
                            + " %s or newer.".formatted(sources.goVersion())));
    go.requireAtLeast(sources.goVersion());
    Path workplace = Files.createTempDirectory(store.directory(), module + ".building");
    try {
      sources.writeTo(workplace);
      Path fresh = workplace.resolve("validate");
      var command =
          new Command(
              List.of(go.go().toString(), "build", "-trimpath", "-o", fresh.toString(), goPackage),
              go.buildEnvironment(environment, listener),
              workplace,
              "",
              BUILD_LIMIT);
      Command.Result built = command.run();
      if (built.exitCode() != 0) {
        throw new BinariesException(
            "Go cannot build %s (%s): check the network and the module proxy."
                .formatted(goPackage, built.err().lines().reduce("", (_, last) -> last)));
      }
      store.add(program, fresh);
    } finally {
      FileTree.delete(workplace);
    }
  }

  private static String digest(GoModule sources) {
    return Sha256.nameOf(sources.mod() + sources.sum() + System.getProperty("os.arch"));
  }
}
