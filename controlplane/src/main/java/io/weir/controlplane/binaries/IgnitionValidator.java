package io.weir.controlplane.binaries;

import io.weir.controlplane.files.FileTree;
import io.weir.controlplane.process.Command;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
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
   * @throws BinariesException when it cannot be built; the message says what to do
   */
  public Path findOrBuild() throws IOException, InterruptedException {
    Environment environment = Environment.ofThisProcess();
    GoModule sources = GoModule.shipped(module);
    Path directory = environment.cacheDirectory().resolve("ignition");
    Path program = directory.resolve(module + "-" + digest(sources));
    if (Files.isExecutable(program)) {
      return program;
    }
    Files.createDirectories(directory);
    Path lock = directory.resolve(module + ".lock");
    try (var _ = CacheLock.acquire(lock, () -> {})) {
      if (!Files.isExecutable(program)) {
        build(environment, sources, program);
      }
    }
    return program;
  }

  private void build(Environment environment, GoModule sources, Path program)
      throws IOException, InterruptedException {
    GoToolchain go =
        GoToolchain.find(environment)
            .orElseThrow(
                () ->
                    new BinariesException(
                        "There is no Go on the PATH to build Ignition's validator with: install Go"
                            + " %s or newer.".formatted(sources.goVersion())));
    go.requireAtLeast(sources.goVersion());
    Path workplace = Files.createTempDirectory(program.getParent(), module + ".building");
    try {
      sources.writeTo(workplace);
      Path fresh = workplace.resolve("validate");
      var command =
          new Command(
              List.of(go.go().toString(), "build", "-trimpath", "-o", fresh.toString(), goPackage),
              go.buildEnvironment(environment),
              workplace,
              "",
              BUILD_LIMIT);
      Command.Result built = command.run();
      if (built.exitCode() != 0) {
        throw new BinariesException(
            "Go cannot build %s (%s): check the network and the module proxy."
                .formatted(goPackage, built.err().lines().reduce("", (_, last) -> last)));
      }
      Files.move(fresh, program, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      FileTree.delete(workplace);
    }
  }

  private String digest(GoModule sources) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(
                  (sources.mod() + sources.sum() + System.getProperty("os.arch"))
                      .getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
