package io.weir.clouds.scaleway;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.clouds.CloudClock;
import io.weir.clouds.scaleway.k8s.ClusterSpec;
import io.weir.clouds.scaleway.seed.ScalewaySeedData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The simulator in the hands of Scaleway's own SDK for Python, which also knows what answers look
 * like. Needs {@code python3} with {@code venv}, and a package index; what it installs stays in the
 * cache.
 */
class KapsuleSdkIT {
  private static final String VERSION = "2.12.0";
  private static final int MINUTES = 5;

  @TempDir private Path directory;

  @Test
  void theSdkFindsEveryAnswerAsItsModelsSay() throws Exception {
    Path script = directory.resolve("kapsule_sdk.py");
    try (var in = KapsuleSdkIT.class.getResourceAsStream("kapsule_sdk.py")) {
      Files.copy(in, script);
    }
    try (KapsuleCloud cloud = KapsuleCloud.builder().clock(CloudClock.scaled(20)).start()) {
      String cluster =
          cloud
              .admin()
              .addCluster(
                  ClusterSpec.kapsule("demo", "fr-par", ScalewaySeedData.PROJECT.id(), "1.34.3"));

      String output =
          run(
              python().toString(),
              script.toString(),
              cloud.endpoint().toString(),
              ScalewaySeedData.PROJECT.secretKey(),
              ScalewaySeedData.PROJECT.id(),
              cluster);

      assertThat(output).contains("all good");
      assertThat(cloud.journal().errorCounts()).doesNotContainKey("internal");
    }
  }

  /** The interpreter of an environment that has the SDK, made when it is missing. */
  private static Path python() throws IOException, InterruptedException {
    Path home = cache().resolve("scaleway-sdk-" + VERSION);
    Path python = home.resolve("bin/python");
    Path complete = home.resolve("complete");
    if (!Files.exists(complete)) {
      // As the cache makes its directories: it refuses to work in one that others may write in.
      Files.createDirectories(
          home.getParent(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      String _ = run("python3", "-m", "venv", "--clear", home.toString());
      String _ = run(python.toString(), "-m", "pip", "install", "--quiet", "scaleway==" + VERSION);
      Files.createFile(complete);
    }
    return python;
  }

  private static Path cache() {
    String own = System.getenv("WEIR_CACHE");
    return own == null || own.isBlank()
        ? Path.of(System.getProperty("user.home"), ".cache", "weir")
        : Path.of(own);
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Path log = Files.createTempFile("kapsule", ".log");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
      process.destroyForcibly();
      String output = Files.readString(log, StandardCharsets.UTF_8);
      assertThat(ended).as("%s%n%s", List.of(command), output).isTrue();
      assertThat(process.exitValue()).as("%s%n%s", List.of(command), output).isZero();
      return output;
    } finally {
      Files.deleteIfExists(log);
    }
  }
}
