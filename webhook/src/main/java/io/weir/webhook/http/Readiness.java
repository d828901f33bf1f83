package io.weir.webhook.http;

import java.util.List;

/**
 * Whether callers should come to this process.
 *
 * @param ready whether they should
 * @param problems what is wrong, for people; of a process that is ready, what makes no difference
 *     to that
 */
public record Readiness(boolean ready, List<String> problems) {

  /** They should, and nothing is wrong. */
  public static final Readiness READY = new Readiness(true, List.of());

  public Readiness {
    problems = List.copyOf(problems);
  }
}
