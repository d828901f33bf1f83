package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script that people call, in a tree of its own and with programs that only pretend. */
class WeirScriptTest {
  private static final Path SCRIPT = Path.of("..", "weir").toAbsolutePath();

  /** What the script needs of a system. */
  private static final List<String> TOOLS =
      List.of(
          "dirname", "grep", "find", "head", "tail", "mkdir", "mv", "rm", "cat", "tr", "sed", "sh");

  @TempDir private Path directory;
  private Path tree;
  private Path programs;

  @BeforeEach
  void layOut() throws IOException {
    tree = Files.createDirectory(directory.resolve("tree"));
    programs = Files.createDirectory(directory.resolve("programs"));
    Files.copy(SCRIPT, tree.resolve("weir"));
    for (String tool : TOOLS) {
      Path found =
          Stream.of("/usr/bin", "/bin")
              .map(place -> Path.of(place, tool))
              .filter(Files::isExecutable)
              .findFirst()
              .orElseThrow();
      program(tool, "exec " + found + " \"$@\"");
    }
  }

  @Test
  void withoutMavenItSaysWhatToInstall() throws Exception {
    Result result = run();

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.said())
        .startsWith(
            "weir: Maven is needed to build Weir and is not on the PATH: install Maven 3.8");
  }

  @Test
  void aJdkThatIsOnlyOnThePathIsFound() throws Exception {
    String script = Files.readString(tree.resolve("weir"));
    Files.writeString(tree.resolve("weir"), script.replace("/usr/lib/jvm/*", "/nowhere/*"));
    program("java", "echo '    java.home = " + System.getProperty("java.home") + "' >&2");

    Result result = run("JAVA_HOME=/nowhere");

    assertThat(result.said()).startsWith("weir: Maven is needed");
  }

  @Test
  void withoutAJdkItSaysWhatToInstall() throws Exception {
    String script = Files.readString(tree.resolve("weir"));
    Files.writeString(tree.resolve("weir"), script.replace("/usr/lib/jvm/*", "/nowhere/*"));

    Result result = run("JAVA_HOME=/nowhere");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.said())
        .isEqualToIgnoringNewLines(
            "weir: JDK 25 is needed and was not found: install one or point JAVA_HOME to it.");
  }

  @ParameterizedTest
  @CsvSource({
    "'Could not transfer artifact x: Unknown host', could not download what it needs: give this",
    "'write error: No space left on device', the disk is full: free about 1 GB",
    "'COMPILATION ERROR', the build failed; all of it is in"
  })
  void aBuildThatFailsIsExplained(String maven, String sentence) throws Exception {
    program("mvn", "echo '" + maven + "'; exit 1");

    Result result = run();

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.said()).contains("weir: ").contains(sentence);
  }

  private record Result(int code, String said) {}

  private Result run(String... environment) throws Exception {
    var builder = new ProcessBuilder("/bin/sh", tree.resolve("weir").toString(), "sandbox");
    builder.environment().clear();
    builder.environment().put("PATH", programs.toString());
    builder.environment().put("HOME", directory.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    for (String variable : environment) {
      String[] parts = variable.split("=", 2);
      builder.environment().put(parts[0], parts[1]);
    }
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), said);
  }

  private void program(String name, String script) throws IOException {
    Path file = Files.writeString(programs.resolve(name), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }
}
