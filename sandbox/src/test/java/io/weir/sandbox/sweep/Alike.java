package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

/**
 * Holds a life in bad weather against an unbroken one.
 *
 * @param life which
 * @param counter counts what its manager does
 * @param like what it has to end like
 */
record Alike(Life life, Cut counter, Unbroken like) {

  /** How long a phase may take in bad weather. */
  static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Calls that are refused bring others; without a bound they would be thousands. */
  private static final int MORE_CALLS = 5;

  private static final int MORE_A_MINUTE = 3;

  /** Waits until the phase has ended as it does in an unbroken life. */
  void end(Phase phase) throws InterruptedException {
    String wanted = like.picture(phase);
    if (!life.await(phase, wanted, PATIENCE)) {
      throw new AssertionError(
          "%s: %s does not end like an unbroken one%n%s%n%s"
                  .formatted(
                      life.name(), phase, Told.difference(wanted, life.picture()), counter.writes())
              + "\n"
              + life.calls());
    }
  }

  /** Each thing came into being once, and nobody was asked without measure. */
  void assertMade() {
    System.out.printf(
        "%s: %d requests, %d a minute at most, %d writes; unbroken %d, %d, %d%n",
        life.name(),
        counter.calls(),
        counter.busiestMinute(),
        counter.writes().size(),
        like.calls(),
        like.busiestMinute(),
        like.writes().size());
    assertThat(life.made()).as(life.name()).isEqualTo(like.made());
    // One whose answer got lost counts in the cluster and not here.
    assertThat(counter.creations())
        .as(life.name())
        .allSatisfy(
            (kind, count) ->
                assertThat(count).as(kind).isLessThanOrEqualTo(like.creations().get(kind)));
    assertThat(counter.calls()).as(life.name()).isLessThan(MORE_CALLS * like.calls());
    assertThat(counter.busiestMinute())
        .as("%s, requests in a minute", life.name())
        .isLessThan(MORE_A_MINUTE * like.busiestMinute());
    assertThat(counter.writes().size())
        .as(life.name())
        .isLessThan(MORE_CALLS * like.writes().size());
    assertThat(life.cloud().journal().calls().size())
        .as(life.name())
        .isLessThan(MORE_CALLS * like.calls());
  }
}
