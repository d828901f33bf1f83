package io.weir.controlplane.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.controlplane.tools.Tool.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepeatTestsToolTest {
  private static final String GOOD = "<testcase name='good' classname='x.AIT' time='1'/>";
  private static final String BAD =
      "<testcase name='bad(int)[1]' classname='x.AIT'><failure"
          + " message='m'>trace</failure></testcase>";
  private static final String BETTER = "<testcase name='bad(int)[1]' classname='x.AIT'/>";
  private static final String BROKEN =
      "<testcase name='broken' classname='x.BIT'><error type='E'/></testcase>";

  @TempDir private static Path classes;
  private static Tool repeat;

  @TempDir private Path directory;

  @BeforeAll
  static void compile() throws Exception {
    repeat = Tool.compile("RepeatTests", classes);
  }

  @Nested
  class Reports {
    @Test
    void allGoodIsClean() throws Exception {
      run(1, "TEST-x.AIT.xml", GOOD);
      run(2, "TEST-x.AIT.xml", GOOD);

      Outcome outcome = report();

      assertThat(outcome.out()).isEqualTo("2 runs of 1 tests, clean\n");
      assertThat(outcome.code()).isZero();
    }

    @Test
    void eachTestThatFailedOnceIsToldWithItsRuns() throws Exception {
      run(1, "TEST-x.AIT.xml", GOOD + BAD);
      run(2, "TEST-x.AIT.xml", GOOD + BETTER);
      run(3, "TEST-x.AIT.xml", GOOD + BAD);
      for (int i = 1; i <= 3; i++) {
        run(i, "TEST-x.BIT.xml", BROKEN);
      }

      Outcome outcome = report();

      assertThat(outcome.out())
          .isEqualTo(
              """
              3 runs of 3 tests, not clean:
              x.AIT#bad(int)[1] failed in 2 of 3 (1, 3)
              x.BIT#broken failed in 3 of 3 (1, 2, 3)
              """);
      assertThat(outcome.code()).isEqualTo(1);
    }

    @Test
    void aTestThatIsMissingFromARunIsNotGreenInSilence() throws Exception {
      run(1, "TEST-x.AIT.xml", GOOD);
      run(2, "TEST-x.AIT.xml", "");

      Outcome outcome = report();

      assertThat(outcome.out()).endsWith("x.AIT#good did not run in 1 of 2 (2)\n");
      assertThat(outcome.code()).isEqualTo(1);
    }

    @Test
    void noTestAtAllIsNotGreenEither() throws Exception {
      Outcome outcome = report();

      assertThat(outcome.out()).isEqualTo("0 runs of 0 tests, not clean:\nno test ran\n");
      assertThat(outcome.code()).isEqualTo(1);
    }

    private Outcome report() throws Exception {
      return repeat.run(directory, new String[] {"--report", directory.toString()});
    }

    private void run(int number, String file, String cases) throws IOException {
      Path run = Files.createDirectories(directory.resolve("run-" + number));
      Files.writeString(
          run.resolve(file), "<?xml version='1.0'?><testsuite name='x'>" + cases + "</testsuite>");
    }
  }

  /** On a repository of its own; no run at all, so that Maven is not called. */
  @Nested
  class Runs {
    private Path tree;

    @BeforeEach
    void repository() throws Exception {
      tree = Files.createDirectories(directory.resolve("tree"));
      write("a/src/test/java/OneIT.java");
      write("a/src/test/java/TwoIT.java");
      write("b/src/test/java/ThreeIT.java");
      write("b/src/main/java/B.java");
      write("README.md");
      write("pom.xml");
      git("init", "-q");
      git("add", ".");
      git(
          "-c",
          "user.name=x",
          "-c",
          "user.email=x@example.com",
          "-c",
          "commit.gpgsign=false",
          "commit",
          "-qm",
          "x");
    }

    @Test
    void nothingRunsWhenNoTestWasTouched() throws Exception {
      Files.writeString(tree.resolve("README.md"), "other");

      assertThat(since()).isEqualTo("no integration test was touched since HEAD\n");
    }

    @Test
    void aChangedTestRunsAlone() throws Exception {
      Files.writeString(tree.resolve("a/src/test/java/TwoIT.java"), "other");
      write("a/src/test/java/NewIT.java");

      assertThat(since()).startsWith("touched since HEAD: NewIT, TwoIT\n");
    }

    @Test
    void ofAModuleOfWhichAnythingElseChangedAllRun() throws Exception {
      write("a/src/test/java/Helper.java");

      assertThat(since()).startsWith("touched since HEAD: OneIT, TwoIT\n");
    }

    @Test
    void whatBelongsToNoModuleConcernsAll() throws Exception {
      Files.writeString(tree.resolve("pom.xml"), "other");

      assertThat(since()).startsWith("touched since HEAD: OneIT, ThreeIT, TwoIT\n");
    }

    private String since() throws Exception {
      String[] arguments = {"--since", "HEAD", "--runs", "0", "--busy", "0"};
      return repeat.run(tree, arguments).out();
    }

    private void write(String file) throws IOException {
      Path path = tree.resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, file);
    }

    private void git(String... arguments) throws Exception {
      var command = new ArrayList<>(List.of("git"));
      command.addAll(List.of(arguments));
      int code = new ProcessBuilder(command).directory(tree.toFile()).inheritIO().start().waitFor();
      assertThat(code).isZero();
    }
  }
}
