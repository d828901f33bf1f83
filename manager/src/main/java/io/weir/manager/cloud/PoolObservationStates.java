package io.weir.manager.cloud;

import io.weir.provider.ObservedState;
import io.weir.provider.PoolDetail;
import io.weir.provider.PoolIdentity;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the pools of one scope that somebody follows, by cloud name, and which others
 * are there. Two pools may claim one cloud name; what one of them does ends nothing for the other.
 */
final class PoolObservationStates<O extends ObservedState> {

  private final boolean unique;
  private final List<PoolDetail<O, ?>> details;
  private final Map<String, PoolObservationState<O>> followed = new HashMap<>();

  /** Every name that the last observation of everything showed, or that was written since. */
  private final Set<String> present = new HashSet<>();

  /** Null while nobody is followed: no observation comes that renews it. */
  private @Nullable Instant presentAsOf;

  /**
   * Nobody follows any yet.
   *
   * @param unique whether the cloud refuses a second pool of a name
   * @param details what takes a call a pool
   */
  PoolObservationStates(boolean unique, List<PoolDetail<O, ?>> details) {
    this.unique = unique;
    this.details = List.copyOf(details);
  }

  boolean isEmpty() {
    return followed.isEmpty();
  }

  /** The cloud names of all that are followed. */
  Set<String> names() {
    return Set.copyOf(followed.keySet());
  }

  /** Those of these names that are absent by looks at what remains only. */
  Set<String> releasing(Collection<String> names) {
    return names.stream()
        .filter(name -> find(name).filter(PoolObservationState::isReleasing).isPresent())
        .collect(Collectors.toSet());
  }

  Optional<PoolObservationState<O>> find(String name) {
    return Optional.ofNullable(followed.get(name));
  }

  /** Follows a pool that nobody has followed. */
  PoolObservationState<O> begin(String name) {
    // An observation of everything has not shown it. Should somebody have made one since, the
    // cloud refuses a second of that name, and that asks for an observation.
    PoolObservationState<O> pool =
        unique && presentAsOf != null && !present.contains(name)
            ? PoolObservationState.absent(presentAsOf, details)
            : PoolObservationState.unseen(details);
    followed.put(name, pool);
    return pool;
  }

  /**
   * The pool is gone.
   *
   * @return whether nobody follows that name any more
   */
  boolean forget(PoolIdentity name) {
    boolean last = find(name.cloudName()).filter(pool -> pool.unfollow(name.uid())).isPresent();
    if (last) {
      followed.remove(name.cloudName());
    }
    if (followed.isEmpty()) {
      presentAsOf = null;
    }
    return last;
  }

  /** Something of that name was written, or may have been. */
  void written(String name) {
    present.add(name);
  }

  /** Everything was observed, and these are there. */
  void seenAll(Set<String> names, Instant asOf) {
    present.clear();
    present.addAll(names);
    followed.forEach(
        (name, pool) -> {
          if (pool.isNewerThan(asOf)) {
            present.add(name);
          }
        });
    presentAsOf = followed.isEmpty() ? null : asOf;
  }
}
