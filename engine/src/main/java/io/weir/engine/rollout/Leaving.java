package io.weir.engine.rollout;

import io.weir.engine.retire.Member;
import io.weir.engine.retire.MemberHealth;
import io.weir.engine.retire.Retirement;
import io.weir.engine.retire.RetirementReason;
import io.weir.engine.retire.RetirementState;
import io.weir.engine.retire.Retirements;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Who leaves and who stays, while a plan is being made. */
final class Leaving {

  private static final Set<RetirementReason> BY_CLOUD_ALONE =
      Set.of(RetirementReason.ENDED_BY_CLOUD);

  private final PoolView pool;
  private final TreeMap<String, Retirement> entries = new TreeMap<>();
  private final TreeSet<String> restored = new TreeSet<>();

  /** Begins with what is written down about instances that are there. */
  Leaving(PoolView pool) {
    this.pool = pool;
    pool.members()
        .forEach(
            member ->
                pool.retirements()
                    .of(member.id())
                    .ifPresent(entry -> entries.put(member.id(), entry)));
  }

  SortedMap<String, Retirement> entries() {
    return Collections.unmodifiableSortedMap(entries);
  }

  /** Who is given back, and whose Node must be told so first. */
  SortedSet<String> restored() {
    return Collections.unmodifiableSortedSet(restored);
  }

  Retirement of(Member member) {
    Retirement entry = entries.get(member.id());
    if (entry == null) {
      throw new IllegalArgumentException(member.id() + " does not leave");
    }
    return entry;
  }

  /** Whether an instance leaves for a reason, perhaps among others. */
  boolean leavesFor(Member member, RetirementReason reason) {
    return Optional.ofNullable(entries.get(member.id()))
        .filter(entry -> entry.reasons().contains(reason))
        .isPresent();
  }

  /** Whether an instance leaves for nothing but that. */
  boolean leavesOnlyFor(Member member, RetirementReason reason) {
    return of(member).reasons().equals(Set.of(reason));
  }

  /**
   * Writes down that one leaves, or one more reason why.
   *
   * @return false if there is no room for another
   */
  boolean add(Member member, RetirementReason reason) {
    Retirement entry = entries.get(member.id());
    if (entry == null) {
      if (isFull(reason)) {
        return false;
      }
      entries.put(member.id(), Retirement.begun(reason, pool.now()));
      return true;
    }
    EnumSet<RetirementReason> reasons = EnumSet.copyOf(entry.reasons());
    reasons.add(reason);
    entries.put(member.id(), entry.withReasons(reasons));
    return true;
  }

  /** Whom the cloud ends takes no room from whom we choose. */
  private boolean isFull(RetirementReason reason) {
    boolean byCloud = reason == RetirementReason.ENDED_BY_CLOUD;
    int most = byCloud ? Retirements.MAX_ENDED_BY_CLOUD : Retirements.MAX_ENTRIES;
    return entries.size() >= most
        && entries.values().stream()
                .filter(entry -> entry.reasons().equals(BY_CLOUD_ALONE) == byCloud)
                .count()
            >= most;
  }

  /** Leaves one the reasons that still hold; without any it is given back. */
  void keep(Member member, Set<RetirementReason> reasons) {
    if (!reasons.isEmpty()) {
      entries.put(member.id(), of(member).withReasons(reasons));
    } else if (member.cordoned()) {
      // Its entry goes once its Node is free again: the other way a crash would leave a cordoned
      // Node that nobody remembers.
      restored.add(member.id());
    } else {
      entries.remove(member.id());
    }
  }

  /** Takes a mark from the Node of one that does not leave. */
  void restore(Member member) {
    restored.add(member.id());
  }

  void move(Member member, RetirementState state) {
    entries.put(member.id(), of(member).in(state, pool.now()));
  }

  /** Members that the cloud does not end yet. */
  Stream<Member> present() {
    return pool.members().stream().filter(member -> !member.health().isEnding());
  }

  /** Members that the cloud ends once it is told that they are drained. */
  List<Member> held() {
    return pool.members().stream().filter(member -> member.health() == MemberHealth.HELD).toList();
  }

  /** What is written down of one; absent if it does not leave. */
  Optional<Retirement> find(Member member) {
    return Optional.ofNullable(entries.get(member.id()));
  }

  /** Members that do not leave. */
  List<Member> staying() {
    return present().filter(member -> !entries.containsKey(member.id())).toList();
  }

  /** How many stay in each zone. */
  Map<String, Long> countStayingByZone() {
    return countByZone(staying().stream());
  }

  /** How many are in each zone, without those whose end lowers the size. */
  Map<String, Long> countRemainingByZone() {
    return countByZone(
        present()
            .filter(
                member ->
                    Optional.ofNullable(entries.get(member.id()))
                        .filter(entry -> entry.state() == RetirementState.SHRINKING)
                        .isEmpty()));
  }

  private static Map<String, Long> countByZone(Stream<Member> members) {
    return members.collect(Collectors.groupingBy(Member::zone, Collectors.counting()));
  }

  int countStaying(Predicate<Member> such) {
    return Math.toIntExact(staying().stream().filter(such).count());
  }

  /** Present members that leave, are in such a state and are not given back. */
  List<Member> in(RetirementState state) {
    return present()
        .filter(member -> entries.containsKey(member.id()) && !restored.contains(member.id()))
        .filter(member -> of(member).state() == state)
        .toList();
  }

  int count(RetirementState state) {
    return in(state).size();
  }

  /** How many drain because they are outdated. */
  int drainingForRoll() {
    return Math.toIntExact(
        in(RetirementState.DRAINING).stream()
            .filter(member -> leavesFor(member, RetirementReason.ROLL))
            .count());
  }
}
