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
    "explode, there is no fault explode; there are throttle",
    "kill, 'kill needs either an instance''s id, the name of its Node, or --random'",
    "throttle i-1, throttle has no target; what is i-1?",
    "clear x, x is no number of a fault",
    "throttle --for x, no duration",
    "throttle --every 0, --calls and --every count from 1",
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
