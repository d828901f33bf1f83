package io.weir.controlplane.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.controlplane.tools.Tool.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartsToolTest {
  private static final String TABLE =
      """
      # Working

      | Test | What |
      |---|---|
      | its | x |

      | module | minutes | control planes | JVMs | managers |
      |---|---:|---:|---:|---:|
      | `its` | 3.5 | 2 | 1 | 4 |
      | other | 1 | ? | 1 | 1 |
      """;

  @TempDir private static Path classes;
  private static Tool starts;

  @TempDir private Path directory;

  @BeforeAll
  static void compile() throws Exception {
    starts = Tool.compile("Starts", classes);
  }

  @Test
  void countsWithinTheTableAreToldAndSkippedTestsWithTheirReasons() throws Exception {
    Outcome outcome =
        check(
            "its",
            """
            jvm
            control-plane default
            skipped z.B#c: helm is absent
            control-plane workload
            skipped a.A: off
            manager x
            """);

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out())
        .isEqualTo(
            """
            its: 2 control planes, 1 JVMs, 1 managers started; 2 tests or classes skipped
            skipped a.A: off
            skipped z.B#c: helm is absent
            """);
  }

  @Test
  void aCountAboveTheTableFailsAndNamesBothNumbers() throws Exception {
    Outcome outcome = check("its", "jvm\njvm\n" + "control-plane a\n".repeat(3));

    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err())
        .contains("the tests of its started 3 control planes, and ")
        .contains("CONTRIBUTING.md allows 2: let tests share one, or change the table")
        .contains("started 2 JVMs")
        .doesNotContain("managers");
  }

  @Test
  void aModuleThatTheTableDoesNotKnowFails() throws Exception {
    Outcome outcome = check("new", "jvm\n");

    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).contains("has no table of starts with a row for new");
  }

  @Test
  void aCellThatIsNoNumberFails() throws Exception {
    Outcome outcome = check("other", "jvm\n");

    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).contains("says no number of control planes for other: \"?\"");
  }

  @Test
  void whatAnEarlierRunCountedCanBeCleared() throws Exception {
    Path file = Files.writeString(directory.resolve("starts"), "jvm\n");

    Outcome outcome = run("clear", file.toString());

    assertThat(outcome.code()).isZero();
    assertThat(file).doesNotExist();
  }

  private Outcome check(String module, String lines) throws Exception {
    Path file = Files.writeString(directory.resolve("starts"), lines);
    Path table = Files.writeString(directory.resolve("CONTRIBUTING.md"), TABLE);
    return run("check", file.toString(), directory.resolve(module).toString(), table.toString());
  }

  private static Outcome run(String... arguments) throws Exception {
    return starts.run((Object) arguments);
  }
}
