package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource({
    "explode, unknown fault explode; use one of throttle",
    "kill, 'kill needs an instance''s ID, the name of its Node, or --random'",
    "throttle i-1, throttle takes no target: remove i-1",
    "clear x, x is not the number of a fault",
    "throttle --for x, not a duration",
    "throttle --every 0, --calls and --every must be 1 or more",
  })
  void whatIsNotUnderstoodIsSaidInOneSentence(String arguments, String sentence) {
    int code = run(("sandbox fault " + arguments).split(" ", -1));

    assertThat(code).isEqualTo(2);
    assertThat(err.toString().lines().findFirst().orElse("")).contains(sentence);
    assertThat(err.toString()).doesNotContain("\tat ");
  }

  @Test
  void theHelpNamesEveryFault() {
    int code = run("sandbox", "fault", "--help");

    assertThat(code).isZero();
    assertThat(out.toString()).contains("throttle", "no-capacity", "slow-boot", "unreachable");
  }

  private int run(String... arguments) {
    return Weir.command()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
