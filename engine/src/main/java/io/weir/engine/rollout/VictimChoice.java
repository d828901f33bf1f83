package io.weir.engine.rollout;

import io.weir.engine.retire.Member;
import io.weir.engine.retire.MemberFreshness;
import io.weir.engine.retire.MemberHealth;
import io.weir.engine.retire.RemovalOrder;
import io.weir.engine.retire.RemovalWish;
import io.weir.engine.retire.ReplacementBackoff;
import io.weir.engine.retire.RetirementReason;
import io.weir.engine.retire.RetirementState;
import io.weir.engine.retire.Retirements;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Chooses who leaves, each reason within what those before it have left. */
final class VictimChoice {

  /** So that a rollout that cannot go on leaves room for the other reasons. */
  private static final int ROLLING_AT_MOST = Retirements.MAX_ENTRIES / 2;

  /**
   * So long a machine that starts is spared, from its creation on: as long as the pass waits for it
   * to join, before it calls it broken.
   */
  private static final Duration START_TIME = Duration.ofMinutes(20);

  private final PoolView pool;
  private final RolloutLimits limits;
  private final Leaving leaving;
  private final PoolSizes sizes;
  private final CancelledRetirements cancelled;

  VictimChoice(
      PoolView pool,
      RolloutLimits limits,
      Leaving leaving,
      PoolSizes sizes,
      CancelledRetirements cancelled) {
    this.pool = pool;
    this.cancelled = cancelled;
    this.limits = limits;
    this.leaving = leaving;
    this.sizes = sizes;
  }

  /**
   * Writes down those who go whatever the size.
   *
   * @return the back-off afterwards
   */
  ReplacementBackoff chooseDeletedAndBroken(ReplacementBackoff backoff) {
    chooseDeleted();
    return chooseBroken(backoff);
  }

  /** Writes down those who go because there are too many, or not as they should be. */
  void chooseWithinBudget() {
    if (pool.control().sizes()) {
      chooseEmptied();
      chooseForScaleIn();
    }
    if (isRolling()) {
      chooseForRoll();
    }
  }

  private boolean isRolling() {
    return pool.control().rolls() && !pool.control().paused();
  }

  private void chooseDeleted() {
    leaving
        .present()
        .filter(member -> member.wish() == RemovalWish.DELETED)
        .forEach(member -> leaving.add(member, RetirementReason.MACHINE_DELETED));
  }

  private ReplacementBackoff chooseBroken(ReplacementBackoff backoff) {
    leaving.in(RetirementState.DRAINING).stream()
        .filter(Member::broken)
        .forEach(member -> leaving.add(member, RetirementReason.UNHEALTHY));
    long already =
        leaving
            .present()
            .filter(member -> leaving.leavesFor(member, RetirementReason.UNHEALTHY))
            .count();
    long room = Math.max(1, Math.max(limits.unavailable(), limits.surge())) - already;
    if (room <= 0 || pool.now().isBefore(backoff.nextAt())) {
      return backoff;
    }
    long chosen =
        candidates(member -> member.broken() && isSpare(member)).stream()
            .limit(room)
            .filter(member -> leaving.add(member, RetirementReason.UNHEALTHY))
            .count();
    return chosen > 0 ? backoff.increased(pool.now()) : backoff;
  }

  /** Whom the autoscaler has emptied goes with the replicas, whatever a rollout holds beside it. */
  private void chooseEmptied() {
    for (Member member : candidates(each -> each.wish() == RemovalWish.EMPTIED)) {
      if (cancelled.giveBackOne() || sizes.excessOverReplicas() > 0) {
        boolean _ = leaving.add(member, RetirementReason.SCALE_IN);
      }
    }
  }

  private void chooseForScaleIn() {
    Set<String> spared = sparedWhileStarting();
    boolean chosen = true;
    while (chosen && sizes.excess() > spared.size()) {
      chosen =
          nextSpare(member -> !spared.contains(member.id()), Set.of())
              .filter(member -> leaving.add(member, RetirementReason.SCALE_IN))
              .isPresent();
    }
  }

  /**
   * Those that a change may have brought, as many as the surge, where outdated ones stay: at first
   * they would be the ones to go, whatever the delete policy. Who takes too long is not spared.
   */
  private Set<String> sparedWhileStarting() {
    if (!pool.control().keepsOutdated()) {
      return Set.of();
    }
    int outdated = leaving.countStaying(member -> member.isOutdated() && member.isAvailable());
    List<Member> starting = candidates(this::isStarting);
    return starting.reversed().stream()
        .limit(Math.min(limits.surge(), outdated))
        .map(Member::id)
        .collect(Collectors.toSet());
  }

  private boolean isStarting(Member member) {
    return member.freshness() == MemberFreshness.CURRENT
        && member.health() == MemberHealth.NOT_READY
        && !member.broken()
        && member.wish() == RemovalWish.NONE
        && member.created().filter(at -> pool.now().isBefore(at.plus(START_TIME))).isPresent();
  }

  private boolean isSpare(Member member) {
    return !member.isAvailable() || hasSpareAvailable();
  }

  private boolean hasSpareAvailable() {
    return leaving.countStaying(Member::isAvailable) > limits.floor();
  }

  /** The rule of Deployments: new ones that do not become available use up the budget. */
  private void chooseForRoll() {
    if (leaving.countStaying(member -> member.health() == MemberHealth.UNKNOWN) > 0) {
      return;
    }
    // It is of no use to anybody: when the pool grows again, it goes all the same.
    leaving.in(RetirementState.DRAINING).stream()
        .filter(member -> member.isOutdated() && member.wish() == RemovalWish.EMPTIED)
        .forEach(member -> leaving.add(member, RetirementReason.ROLL));
    int unavailable =
        leaving.countStaying(
            member -> !member.isOutdated() && member.health() != MemberHealth.READY);
    int budget = staying() - limits.floor() - unavailable;
    boolean nobodyLeaves = leaving.staying().size() == leaving.present().count();
    if (budget <= 0 && unavailable == 0 && nobodyLeaves && sizes.isUnfilled()) {
      // Without room for one more, a broken outdated machine would block its own replacement.
      candidates(member -> member.isOutdated() && !member.isAvailable()).stream()
          .limit(1)
          .forEach(this::roll);
      return;
    }
    boolean chosen = true;
    while (chosen && budget > 0) {
      chosen = nextSpare(Member::isOutdated, keptForTheEnd()).filter(this::roll).isPresent();
      budget--;
    }
  }

  /** Those who stay, without what the cloud has beyond the size and will end by itself. */
  private int staying() {
    int leavers =
        leaving.count(RetirementState.DRAINING) + leaving.count(RetirementState.REPLACING);
    return Math.min(leaving.staying().size(), sizes.remaining() - leavers);
  }

  private boolean roll(Member member) {
    return leaving.drainingForRoll() < ROLLING_AT_MOST
        && leaving.add(member, RetirementReason.ROLL);
  }

  /**
   * Those for which no other comes when they go, as the surge is there instead: whom a scale-in
   * would take. Were they in other zones than the surge, their end would leave zones two apart.
   */
  private Set<String> keptForTheEnd() {
    Map<String, Long> inZone = new HashMap<>(leaving.countStayingByZone());
    List<Member> outdated =
        leaving.staying().stream()
            .filter(Member::isOutdated)
            .filter(Member::isAvailable)
            .sorted(pool.strategy().deletePolicy().order(pool.poolKey()).reversed())
            .collect(Collectors.toCollection(ArrayList::new));
    var kept = new HashSet<String>();
    while (kept.size() < limits.surge() && !outdated.isEmpty()) {
      Member next =
          Collections.max(outdated, Comparator.comparing(member -> inZone.get(member.zone())));
      outdated.remove(next);
      inZone.merge(next.zone(), -1L, Long::sum);
      kept.add(next.id());
    }
    return kept;
  }

  /** Each that is chosen leaves its zone emptier: ask again for the one after it. */
  private Optional<Member> nextSpare(Predicate<Member> such, Set<String> kept) {
    boolean availableAreSpare = hasSpareAvailable();
    return leaving.staying().stream()
        .filter(such)
        .filter(member -> availableAreSpare || !member.isAvailable())
        .min(order(kept));
  }

  private List<Member> candidates(Predicate<Member> such) {
    return leaving.staying().stream().filter(such).sorted(order(Set.of())).toList();
  }

  private Comparator<Member> order(Set<String> kept) {
    return RemovalOrder.of(
        pool.strategy().deletePolicy(),
        pool.poolKey(),
        leaving.countStayingByZone(),
        isRolling(),
        kept);
  }
}
