package io.weir.engine.rollout;

import io.weir.engine.retire.Member;
import io.weir.engine.retire.MemberFreshness;
import io.weir.engine.retire.MemberHealth;
import io.weir.engine.retire.RemovalWish;
import io.weir.engine.retire.Retirement;
import io.weir.engine.retire.RetirementState;
import io.weir.engine.retire.Retirements;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A group of machines in a cloud, a minute at a time, and whoever carries out plans: machines
 * launch until the size is filled, join after some minutes or never, drain for some, and end.
 */
final class SimulatedPool {

  static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  /** After which a machine that has no Node is called broken. */
  private static final int PATIENCE = 10;

  int replicas;
  RolloutStrategy strategy = RolloutStrategy.DEFAULT;
  PoolControl control = PoolControl.ALL;
  int minute;
  int asked;
  int joinMinutes = 2;
  int drainMinutes = 1;

  /** For how long the cloud is below the size before it launches. */
  int launchMinutes;

  /** How many machines the cloud has room for. */
  int capacity = Integer.MAX_VALUE;

  /** Revisions whose machines never join. */
  final Set<Integer> broken = new HashSet<>();

  int revision = 1;

  /** Over how many zones the cloud spreads machines. */
  int zones = 1;

  /** Which of the zones with fewest machines gets the next; without it, the first of them. */
  Optional<SplittableRandom> zoneDraw = Optional.empty();

  /** Whether anybody can tell which machines are outdated. */
  boolean judged = true;

  private int raisedAt = -1;
  private int shortFor;
  boolean reachable = true;
  Retirements retirements = Retirements.NONE;
  final List<Machine> machines = new ArrayList<>();
  final SortedSet<String> cordoned = new TreeSet<>();
  final Map<String, Integer> endedAfterDrain = new TreeMap<>();
  int launched;

  /** A machine. */
  static final class Machine {
    final String id;
    final String zone;
    final int revision;
    final int created;
    final boolean joins;
    boolean ending;

    /** Whether the cloud ends it as soon as it is told so. */
    boolean held;

    boolean failed;
    boolean notReady;
    int drainedFor;
    int moreDrainMinutes;
    RemovalWish wish = RemovalWish.NONE;

    Machine(String id, String zone, int revision, int created, boolean joins) {
      this.id = id;
      this.zone = zone;
      this.revision = revision;
      this.created = created;
      this.joins = joins;
    }
  }

  /** One that has all its machines. */
  static SimulatedPool running(int replicas) {
    return running(replicas, 1);
  }

  /** One that has all its machines, spread over zones. */
  static SimulatedPool running(int replicas, int zones) {
    var pool = new SimulatedPool();
    pool.zones = zones;
    pool.replicas = replicas;
    pool.asked = replicas;
    for (int i = 0; i < replicas; i++) {
      pool.launch(1, -100 + i, true);
    }
    return pool;
  }

  private void launch(int revision, int created, boolean joins) {
    SortedMap<String, Long> counts = countInZones();
    List<String> emptiest =
        counts.keySet().stream()
            .filter(zone -> counts.get(zone).equals(Collections.min(counts.values())))
            .toList();
    String zone = emptiest.get(zoneDraw.map(draw -> draw.nextInt(emptiest.size())).orElse(0));
    machines.add(new Machine("m%02d".formatted(++launched), zone, revision, created, joins));
  }

  /** How many machines run in each zone. */
  SortedMap<String, Long> countInZones() {
    var counts = new TreeMap<String, Long>();
    IntStream.range(0, zones).forEach(zone -> counts.put("zone-%d".formatted(zone), 0L));
    machines.stream()
        .filter(machine -> !machine.ending && !machine.held)
        .forEach(machine -> counts.merge(machine.zone, 1L, Long::sum));
    return counts;
  }

  Instant now() {
    return BEGIN.plus(Duration.ofMinutes(minute));
  }

  private boolean isReady(Machine machine) {
    return !machine.failed
        && !machine.notReady
        && machine.joins
        && minute - machine.created >= joinMinutes;
  }

  PoolView view() {
    return new PoolView(
        "default/workers",
        replicas,
        strategy,
        control,
        asked,
        minute > raisedAt + launchMinutes,
        machines.stream().map(this::member).toList(),
        retirements,
        now());
  }

  private Member member(Machine machine) {
    return new Member(
        machine.id,
        machine.zone,
        Optional.of(BEGIN.plus(Duration.ofMinutes(machine.created))),
        health(machine),
        isBroken(machine),
        freshness(machine),
        machine.wish,
        cordoned.contains(machine.id),
        !machine.joins || machine.drainedFor >= drainMinutes + machine.moreDrainMinutes);
  }

  private MemberFreshness freshness(Machine machine) {
    if (!judged) {
      return MemberFreshness.UNKNOWN;
    }
    return machine.revision == revision ? MemberFreshness.CURRENT : MemberFreshness.OUTDATED;
  }

  private boolean isBroken(Machine machine) {
    return machine.failed || (reachable && !machine.joins && minute - machine.created >= PATIENCE);
  }

  private MemberHealth health(Machine machine) {
    if (machine.ending || machine.held) {
      return machine.ending ? MemberHealth.ENDING : MemberHealth.HELD;
    }
    if (!reachable) {
      return MemberHealth.UNKNOWN;
    }
    return isReady(machine) ? MemberHealth.READY : MemberHealth.NOT_READY;
  }

  Optional<Machine> machine(String id) {
    return machines.stream().filter(machine -> machine.id.equals(id)).findFirst();
  }

  /** Does what a plan says, as far as it is told to: the records are always first. */
  void carryOut(PoolPlan plan) {
    retirements = plan.retirements();
    cordoned.removeAll(plan.restore());
    plan.restore().forEach(id -> machine(id).ifPresent(machine -> machine.drainedFor = 0));
    if (plan.size() > asked) {
      raisedAt = minute;
    }
    asked = plan.size();
    retirements.entries().forEach((id, entry) -> carryOut(plan, id, entry));
  }

  private void carryOut(PoolPlan plan, String id, Retirement entry) {
    if (plan.restore().contains(id)) {
      return;
    }
    if (reachable) {
      cordoned.add(id);
    }
    Machine machine = machine(id).orElseThrow();
    if (entry.state().isTerminating() && !machine.ending) {
      machine.ending = true;
      endedAfterDrain.put(id, machine.drainedFor);
      if (entry.state() == RetirementState.SHRINKING) {
        asked--;
      }
    }
  }

  /** Lets a minute pass. */
  void pass() {
    minute++;
    machines.removeIf(machine -> machine.ending);
    cordoned.removeIf(id -> machine(id).isEmpty());
    cordoned.forEach(id -> machine(id).orElseThrow().drainedFor++);
    long there = machines.stream().filter(machine -> !machine.ending && !machine.held).count();
    shortFor = there < asked ? shortFor + 1 : 0;
    if (shortFor > launchMinutes) {
      for (long i = there; i < Math.min(asked, capacity); i++) {
        launch(revision, minute, !broken.contains(revision));
      }
    }
  }
}
