package io.weir.kernel.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.retry.Backoff;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds back writes that say of an object what the write before said, since somebody undoes them.
 * Events go on waking passes, which would otherwise write as fast as they are undone. A write that
 * says something new is never held back for that.
 */
final class WriteDamper {

  /** Repetitions that may be a coincidence. */
  private static final int FREE = 2;

  private static final Backoff PAUSES =
      Backoff.doubling(Duration.ofSeconds(10), Duration.ofMinutes(2));

  /** So long after the last write of its kind it is forgotten. */
  private static final Duration FORGOTTEN = PAUSES.longest().multipliedBy(2);

  /** Equal writes in {@link #WINDOW}, whatever was written between them. */
  private static final int TO_AND_FRO = 8;

  private static final Duration WINDOW = Duration.ofSeconds(10);

  /** Where the version is another but nothing has come of it, it is tried again soon at first. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private static final int NAMED_AT_MOST = 3;
  private static final int CLEANED_EVERY = 1000;

  /** Renewed for ever, and told for ever: neither is written for an object's sake. */
  private static final Set<GroupKind> FREE_KINDS = Set.of(BuiltInKinds.LEASE, BuiltInKinds.EVENT);

  private final LongSupplier nanos;
  private final Map<Target, Written> objects = new HashMap<>();
  private volatile BiConsumer<ApiObject, String> listener = (_, _) -> {};
  private int writes;

  /** What is written to, and how: a status is not undone by a write to the rest. */
  record Target(GroupKind kind, ObjectKey key, String part) {}

  private record Repetition(int times, long last, String by) {}

  private record Moment(int digest, long at) {}

  private static final class Written {
    private final String uid;
    private final Map<String, Integer> values = new HashMap<>();
    private final Map<Integer, Repetition> repeated = new HashMap<>();
    private final Deque<Moment> recent = new ArrayDeque<>();
    private long last;

    Written(String uid) {
      this.uid = uid;
    }
  }

  /**
   * A write that may be made.
   *
   * @param times how often it was repeated before
   */
  record Attempt(Target target, String uid, Map<String, Integer> values, int digest, int times) {

    /** Whether it is worth a question who undoes it. */
    boolean isSuspicious() {
      return times >= FREE;
    }
  }

  /**
   * Knows of no write yet.
   *
   * @param nanos a clock that only goes on, like {@link System#nanoTime}
   */
  WriteDamper(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** From now on this is told of what does not last. */
  void tell(BiConsumer<ApiObject, String> told) {
    listener = told;
  }

  /** A write to this object does not last. */
  void reverted(ApiObject object, String how) {
    listener.accept(object, how);
  }

  /**
   * A write is about to be made.
   *
   * @param part of the object, or the verb where there are no parts
   * @param uid of the object; empty where any is meant
   * @param says what it says, as a merge patch does
   * @throws KubeException.Reverted if it has to wait
   */
  synchronized Attempt begin(RequestInfo requestInfo, String part, String uid, JsonNode says) {
    var target = new Target(requestInfo.kind(), requestInfo.key(), part);
    Map<String, Integer> values =
        PatchLeaves.of(says).entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().hashCode()));
    int digest = values.hashCode();
    long now = nanos.getAsLong();
    Written before = known(target, uid, now);
    if (before == null || isFree(target)) {
      return new Attempt(target, uid, values, digest, 0);
    }
    Repetition repetition = before.repeated.get(digest);
    boolean saysNothingNew =
        values.entrySet().stream().allMatch(each -> each.getValue().equals(value(before, each)));
    if (saysNothingNew && repetition != null) {
      Duration left = pause(repetition.times()).minusNanos(now - repetition.last());
      if (left.isPositive()) {
        throw new KubeException.Reverted(
            "%s is undone each time (%s%s): stop what undoes it; it is repeated ever more rarely"
                .formatted(requestInfo, fields(values), repetition.by()),
            left);
      }
    }
    toAndFro(before, digest, now)
        .ifPresent(
            left -> {
              throw new KubeException.Reverted(
                  "%s was done %d times within %d s (%s): stop what changes it to and fro"
                      .formatted(requestInfo, TO_AND_FRO, WINDOW.toSeconds(), fields(values)),
                  left);
            });
    int times = saysNothingNew ? (repetition == null ? 1 : repetition.times() + 1) : 0;
    return new Attempt(target, uid, values, digest, times);
  }

  /** One without a name is named by the server, anew each time. */
  private static boolean isFree(Target target) {
    return FREE_KINDS.contains(target.kind()) || target.key().name().isEmpty();
  }

  private static @Nullable Integer value(Written before, Map.Entry<String, Integer> each) {
    return before.values.get(each.getKey());
  }

  private static Duration pause(int times) {
    return times < FREE ? Duration.ZERO : PAUSES.nominal(times - FREE + 1);
  }

  private static Optional<Duration> toAndFro(Written before, int digest, long now) {
    List<Moment> equal =
        before.recent.stream().filter(moment -> moment.digest() == digest).toList();
    return equal.size() < TO_AND_FRO
        ? Optional.empty()
        : Optional.of(
                WINDOW.minusNanos(now - equal.get(equal.size() - TO_AND_FRO).at()).plusMillis(1))
            .filter(Duration::isPositive);
  }

  /**
   * It was made.
   *
   * @param by in words, who has set the fields otherwise before; empty if that is not known
   */
  synchronized void made(Attempt attempt, String by) {
    if (isFree(attempt.target()) || attempt.values().isEmpty()) {
      return;
    }
    long now = nanos.getAsLong();
    Written written = known(attempt.target(), attempt.uid(), now);
    if (written == null) {
      written = new Written(attempt.uid());
      objects.put(attempt.target(), written);
    }
    written.last = now;
    written.values.putAll(attempt.values());
    written.recent.removeIf(moment -> isOlder(moment.at(), now, WINDOW));
    written.recent.add(new Moment(attempt.digest(), now));
    written.repeated.values().removeIf(each -> isOlder(each.last(), now, FORGOTTEN));
    if (attempt.times() > 0) {
      written.repeated.put(attempt.digest(), new Repetition(attempt.times(), now, by));
    }
    if (++writes % CLEANED_EVERY == 0) {
      objects.values().removeIf(each -> isOlder(each.last, now, FORGOTTEN));
    }
  }

  /** How long to wait before a write that was answered and not kept is made again. */
  static Duration pauseAfter(Attempt attempt) {
    Duration pause = pause(attempt.times());
    return pause.compareTo(SOON) < 0 ? SOON : pause;
  }

  /** The paths that a write is about, for people. */
  static String fields(Map<String, Integer> values) {
    var paths = new ArrayList<>(values.keySet());
    paths.sort(null);
    String some = String.join(", ", paths.subList(0, Math.min(NAMED_AT_MOST, paths.size())));
    return paths.size() > NAMED_AT_MOST ? some + ", …" : some;
  }

  private @Nullable Written known(Target target, String uid, long now) {
    Written before = objects.get(target);
    return before == null || !before.uid.equals(uid) || isOlder(before.last, now, FORGOTTEN)
        ? null
        : before;
  }

  private static boolean isOlder(long at, long now, Duration than) {
    return now - at > than.toNanos();
  }
}
