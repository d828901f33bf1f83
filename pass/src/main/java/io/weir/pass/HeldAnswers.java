package io.weir.pass;

import io.weir.api.ObjectKey;
import io.weir.provider.PoolIntent.Held;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What clouds that wait with the end of instances were last told about them, as far as this process
 * knows. Clouds do not show it, so it is said again in a while.
 */
final class HeldAnswers {

  /** Clouds wait three times as long, so that two calls in a row may fail. */
  static final Duration INTERVAL = Duration.ofMinutes(9);

  /** More would keep a pass from its other steps; another pass follows. */
  private static final int AT_ONCE = 10;

  private static final Duration SOON = Duration.ofSeconds(1);

  private final Map<ObjectKey, Map<String, Answer>> accepted = new HashMap<>();

  private record Answer(boolean release, Instant at) {}

  /**
   * Whose turn it is.
   *
   * @param due what is to be said now, of much the first
   * @param next when something is to be said next; absent if nobody waits
   */
  record Turn(List<Held> due, Optional<Instant> next) {
    Turn {
      due = List.copyOf(due);
    }
  }

  /**
   * Whose turn it is now.
   *
   * @param waiting all instances of the pool that wait, and whether they are to be released
   */
  synchronized Turn turn(ObjectKey pool, Map<String, Boolean> waiting, Instant now) {
    Map<String, Answer> ofPool = accepted.getOrDefault(pool, Map.of());
    var dueAt = new TreeMap<String, Instant>();
    waiting.forEach(
        (id, release) ->
            dueAt.put(
                id,
                Optional.ofNullable(ofPool.get(id))
                    .filter(answer -> answer.release() == release)
                    .map(answer -> answer.at().plus(INTERVAL))
                    .orElse(Instant.EPOCH)));
    List<Held> due =
        dueAt.entrySet().stream()
            .filter(entry -> !now.isBefore(entry.getValue()))
            .sorted(Map.Entry.comparingByValue())
            .limit(AT_ONCE)
            .map(
                entry ->
                    new Held(entry.getKey(), Boolean.TRUE.equals(waiting.get(entry.getKey())), now))
            .toList();
    due.forEach(held -> dueAt.put(held.instanceId(), now.plus(INTERVAL)));
    Optional<Instant> next =
        dueAt.values().stream()
            .min(Instant::compareTo)
            .map(earliest -> Collections.max(List.of(earliest, now.plus(SOON))));
    return new Turn(due, next);
  }

  /** The cloud has accepted what it was told. */
  synchronized void accepted(ObjectKey pool, Held held, Instant now) {
    Map<String, Answer> ofPool = accepted.computeIfAbsent(pool, _ -> new HashMap<>());
    ofPool.values().removeIf(answer -> answer.at().isBefore(now.minus(INTERVAL.multipliedBy(2))));
    ofPool.put(held.instanceId(), new Answer(held.release(), now));
  }

  synchronized void forget(ObjectKey pool) {
    accepted.remove(pool);
  }
}
