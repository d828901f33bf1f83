package io.weir.provider.aws.refresh;

import java.time.Instant;
import java.util.Set;

/** Where the replacement of a pool's instances stands. */
public sealed interface RolloutState {

  /** Nothing is owed, or all that was is done. */
  record Settled() implements RolloutState {}

  /**
   * Every instance that stays is new; the last instances are not running yet, or old ones not gone
   * yet.
   */
  record Finishing() implements RolloutState {}

  /** The pool says that no refresh is to be started. */
  record Disabled() implements RolloutState {}

  /** Whether a refresh runs must be seen first. */
  record Unknown() implements RolloutState {}

  /** AWS does not tell whether a refresh runs. */
  record Unreadable(String why) implements RolloutState {}

  /** A refresh cannot go on while processes of the group are switched off. */
  record Suspended(Set<String> processes) implements RolloutState {
    public Suspended {
      processes = Set.copyOf(processes);
    }
  }

  /** A refresh runs; ours, or one that keeps ours from being started. */
  record Running(ObservedRefresh refresh) implements RolloutState {}

  /** A refresh of ours runs that a later change has overtaken. */
  record Superseded(ObservedRefresh refresh) implements RolloutState {}

  /** A refresh is to be asked for. */
  record Due(int attempt, String newest) implements RolloutState {}

  /** The last refresh did not replace all; the next is asked for later. */
  record BackingOff(ObservedRefresh last, int attempt, Instant until) implements RolloutState {}

  /** Refreshes have failed too often: the next follows the next change. */
  record RetriesExhausted(ObservedRefresh last, int attempts) implements RolloutState {}

  /** People cancelled the refresh, and have their reasons. */
  record Cancelled(ObservedRefresh last) implements RolloutState {}
}
