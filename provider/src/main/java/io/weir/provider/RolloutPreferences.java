package io.weir.provider;

import java.util.Optional;

/**
 * How a pool kind's own fields want machines to be replaced. What is absent, or cannot be
 * understood, counts as not said.
 *
 * @param maxSurge how many more than the wanted machines there may be meanwhile: a number, or a
 *     percentage
 * @param maxUnavailable how many fewer than the wanted ones may be available: a number, or a
 *     percentage
 * @param deletePolicy who goes first: {@code Oldest}, {@code Newest} or {@code Random}
 * @param keepsOutdated whether outdated machines stay, until they go for another reason
 */
public record RolloutPreferences(
    Optional<String> maxSurge,
    Optional<String> maxUnavailable,
    Optional<String> deletePolicy,
    boolean keepsOutdated) {

  /** Nothing is said. */
  public static final RolloutPreferences NONE =
      new RolloutPreferences(Optional.empty(), Optional.empty(), Optional.empty());

  /** Outdated machines are replaced. */
  public RolloutPreferences(
      Optional<String> maxSurge, Optional<String> maxUnavailable, Optional<String> deletePolicy) {
    this(maxSurge, maxUnavailable, deletePolicy, false);
  }
}
