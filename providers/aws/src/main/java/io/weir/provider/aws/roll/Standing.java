package io.weir.provider.aws.roll;

import io.weir.provider.aws.observed.Refresh;
import java.time.Instant;
import java.util.Set;

/** Where the replacement of a pool's instances stands. */
public sealed interface Standing {

  /** Nothing is owed, or all that was is done. */
  record Settled() implements Standing {}

  /** Every instance that stays is new; the last instances are not running yet, or old ones not gone yet. */
  record Finishing() implements Standing {}

  /** The pool says that no refresh is to be started. */
  record Disabled() implements Standing {}

  /** Whether a refresh runs must be seen first. */
  record Unseen() implements Standing {}

  /** AWS does not tell whether a refresh runs. */
  record Unreadable(String why) implements Standing {}

  /** A refresh cannot go on while processes of the group are switched off. */
  record Suspended(Set<String> processes) implements Standing {
    public Suspended {
      processes = Set.copyOf(processes);
    }
  }

  /** A refresh runs; ours, or one that keeps ours from being started. */
  record Running(Refresh refresh) implements Standing {}

  /** A refresh of ours runs that a later change has overtaken. */
  record Overtaken(Refresh refresh) implements Standing {}

  /** A refresh is to be asked for. */
  record Due(int attempt, String newest) implements Standing {}

  /** The last refresh did not replace all; the next is asked for later. */
  record Waiting(Refresh last, int attempt, Instant until) implements Standing {}

  /** Refreshes have failed too often: the next follows the next change. */
  record GivenUp(Refresh last, int attempts) implements Standing {}

  /** People cancelled the refresh, and have their reasons. */
  record Cancelled(Refresh last) implements Standing {}
}
