package io.weir.webhook.install;

import java.util.List;

/**
 * How API servers find one replica.
 *
 * @param problems what keeps them from asking it about something, for people
 * @param reachable whether they may ask it about anything: not before it has a certificate, and not
 *     while all that trusts an authority trusts others than the one that signed it
 */
public record Registration(List<String> problems, boolean reachable) {
  public Registration {
    problems = List.copyOf(problems);
  }
}
