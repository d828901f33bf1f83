package io.weir.engine.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.harness.Lives;
import io.weir.engine.retire.DeletePolicy;
import io.weir.engine.retire.Member;
import io.weir.engine.retire.MemberFreshness;
import io.weir.engine.retire.MemberHealth;
import io.weir.engine.retire.RemovalWish;
import io.weir.engine.retire.Retirement;
import io.weir.engine.retire.RetirementReason;
import io.weir.engine.retire.RetirementState;
import io.weir.engine.retire.Retirements;
import io.weir.engine.rollout.SimulatedPool.Machine;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Pools that are rolled, reversed, resized and paused while machines fail or never join, people
 * name some, the workload cluster is out of reach, and whoever carries out plans crashes.
 */
class RolloutLivesTest {

  private static final List<DeletePolicy> POLICIES = List.of(DeletePolicy.values());

  @Test
  void everyPoolEndsAsWantedAndNeverHasFewerAvailableThanTheFloorByOurActs() {
    Lives.each(10_000, seed -> new Life(seed).live());
  }

  @Test
  void aRolloutLaunchesOneMachineForEachHoweverLongTheyDrainAndTheCloudTakes() {
    Lives.each(
        2_000,
        seed -> {
          var random = new SplittableRandom(seed);
          SimulatedPool pool = SimulatedPool.running(1 + random.nextInt(12), 1);
          pool.strategy =
              new RolloutStrategy(
                  IntOrPercent.of(random.nextInt(5)),
                  IntOrPercent.of(random.nextInt(3)),
                  POLICIES.get(random.nextInt(POLICIES.size())));
          pool.launchMinutes = random.nextInt(4);
          pool.machines.get(random.nextInt(pool.machines.size())).wish =
              random.nextBoolean() ? RemovalWish.DELETED : RemovalWish.PREFERRED;
          pool.machines.forEach(machine -> machine.moreDrainMinutes = random.nextInt(9));
          pool.revision = 2;
          int launched = pool.launched;

          while (pool.machines.size() != pool.replicas
              || pool.asked != pool.replicas
              || pool.machines.stream().anyMatch(machine -> machine.revision == 1)) {
            assertThat(pool.minute).as("minutes of a rollout").isLessThan(500);
            pool.carryOut(PoolPlanner.plan(pool.view()));
            pool.pass();
          }

          assertThat(pool.launched - launched).isEqualTo(pool.replicas);
        });
  }

  private static final class Life {
    private final SplittableRandom random;
    private final SimulatedPool pool;

    Life(long seed) {
      random = new SplittableRandom(seed);
      pool = SimulatedPool.running(random.nextInt(9), 1 + random.nextInt(3));
      pool.joinMinutes = random.nextInt(4);
      pool.drainMinutes = random.nextInt(4);
      pool.strategy = strategy();
    }

    void live() {
      for (int turn = 0; turn < 12; turn++) {
        happen();
        decide(random.nextInt(6) > 0);
        pool.pass();
      }
      settle();
    }

    private RolloutStrategy strategy() {
      return new RolloutStrategy(number(), number(), POLICIES.get(random.nextInt(POLICIES.size())));
    }

    private IntOrPercent number() {
      return random.nextBoolean()
          ? IntOrPercent.of(random.nextInt(4))
          : new IntOrPercent(random.nextInt(120), true);
    }

    private void happen() {
      switch (random.nextInt(24)) {
        case 0 -> newTemplate(pool.revision + 1);
        case 1 -> newTemplate(1 + random.nextInt(pool.revision));
        case 2, 3 -> pool.replicas = random.nextInt(9);
        case 4 -> setControl(!pool.control.paused(), Optional.empty());
        case 5 -> setControl(pool.control.paused(), Optional.of("stopped"));
        case 6 -> setControl(pool.control.paused(), Optional.empty());
        case 7 -> pool.strategy = strategy();
        case 8 -> pool.reachable = !pool.reachable;
        case 9 -> any().ifPresent(machine -> machine.failed = true);
        case 10 -> any().ifPresent(machine -> machine.notReady = !machine.notReady);
        case 11 -> wish(RemovalWish.DELETED);
        case 12 -> wish(RemovalWish.PREFERRED);
        case 13 -> any().ifPresent(machine -> machine.ending = true);
        case 14 -> pool.cordoned.clear();
        case 15 -> pool.judged = !pool.judged;
        case 16 -> wish(RemovalWish.EMPTIED);
        case 17 -> pool.capacity = random.nextBoolean() ? pool.asked : Integer.MAX_VALUE;
        default -> {
          // Most minutes nothing happens.
        }
      }
    }

    private void newTemplate(int revision) {
      pool.revision = revision;
      if (random.nextInt(4) == 0) {
        pool.broken.add(revision);
      }
    }

    /** A deletion cannot be taken back. */
    private void wish(RemovalWish wish) {
      any()
          .filter(machine -> machine.wish != RemovalWish.DELETED)
          .ifPresent(machine -> machine.wish = wish);
    }

    private void setControl(boolean paused, Optional<String> brake) {
      pool.control = new PoolControl(true, true, true, false, paused, brake);
    }

    private Optional<Machine> any() {
      List<Machine> there = pool.machines;
      return there.isEmpty()
          ? Optional.empty()
          : Optional.of(there.get(random.nextInt(there.size())));
    }

    /** Plans; the plan is carried out, or the process ends once the records are written. */
    private PoolPlan decide(boolean toTheEnd) {
      PoolView view = pool.view();
      PoolPlan plan = PoolPlanner.plan(view);
      check(view, plan);
      if (toTheEnd) {
        pool.carryOut(plan);
      } else {
        pool.retirements = reread(plan.retirements());
        PoolPlan again = PoolPlanner.plan(pool.view());
        if (states(again).equals(states(plan))) {
          assertThat(plan.retirements().entries().keySet())
              .as("nobody else is chosen for the same reason: %s%n%s", view, plan)
              .containsAll(again.retirements().entries().keySet());
        }
      }
      return plan;
    }

    /** How many are in each state: who is replaced from now on fills the size again. */
    private static Map<RetirementState, Long> states(PoolPlan plan) {
      return plan.retirements().entries().values().stream()
          .filter(entry -> entry.state().isTerminating())
          .collect(Collectors.groupingBy(Retirement::state, Collectors.counting()));
    }

    private static Retirements reread(Retirements retirements) {
      return retirements
          .text()
          .map(text -> Retirements.parse(text).orElseThrow())
          .orElse(Retirements.NONE);
    }

    private void check(PoolView view, PoolPlan plan) {
      RolloutLimits limits = RolloutLimits.of(view.strategy(), view.replicas(), true);
      assertThat(plan.size())
          .as("at most the ceiling")
          .isLessThanOrEqualTo(Math.max(view.asked(), view.replicas() + limits.surge()));
      if (view.replicas() > view.asked()) {
        assertThat(plan.size())
            .as("growing waits for nothing")
            .isGreaterThanOrEqualTo(view.replicas());
      }
      Set<String> chosen = new HashSet<>(plan.retirements().entries().keySet());
      chosen.removeAll(view.retirements().entries().keySet());
      if (view.control().brake().isPresent()) {
        assertThat(chosen).as("the brake holds").isEmpty();
      }
      checkFloor(view, plan, chosen, limits.floor());
      view.members().forEach(member -> checkReasons(member, view, plan));
    }

    /** Whoever was available and is chosen leaves enough others. */
    private static void checkFloor(PoolView view, PoolPlan plan, Set<String> chosen, int floor) {
      List<Member> available = view.members().stream().filter(Member::isAvailable).toList();
      if (available.stream().anyMatch(member -> chosen.contains(member.id()))) {
        assertThat(available)
            .filteredOn(member -> plan.retirements().of(member.id()).isEmpty())
            .as("%s leave: %s", chosen, view)
            .hasSizeGreaterThanOrEqualTo(floor);
      }
    }

    private static void checkReasons(Member member, PoolView view, PoolPlan plan) {
      boolean wasEnding = isTerminating(view.retirements().of(member.id()));
      Optional<Retirement> after =
          plan.retirements().of(member.id()).filter(_ -> !plan.restore().contains(member.id()));
      if (wasEnding && after.isEmpty()) {
        throw new AssertionError("what the cloud may have been asked is forgotten: " + member);
      }
      boolean decided =
          view.retirements().of(member.id()).isEmpty() || (!wasEnding && isTerminating(after));
      if (decided
          && !after.stream()
              .flatMap(entry -> entry.reasons().stream())
              .allMatch(reason -> holds(reason, member, view))) {
        throw new AssertionError("%s leaves for %s".formatted(member, after));
      }
    }

    private static boolean isTerminating(Optional<Retirement> retirement) {
      return retirement.filter(entry -> entry.state().isTerminating()).isPresent();
    }

    private static boolean holds(RetirementReason reason, Member member, PoolView view) {
      return switch (reason) {
        case MACHINE_DELETED -> member.wish() == RemovalWish.DELETED;
        case UNHEALTHY -> member.broken() || member.health() == MemberHealth.UNKNOWN;
        case SCALE_IN, ENDED_BY_CLOUD -> true;
        case ROLL -> member.freshness() != MemberFreshness.CURRENT && !view.control().paused();
      };
    }

    /** People correct all mistakes; then the pool must come to rest, without launching in vain. */
    private void settle() {
      pool.reachable = true;
      pool.judged = true;
      pool.capacity = Integer.MAX_VALUE;
      pool.broken.clear();
      if (pool.machines.stream().anyMatch(machine -> !machine.joins)) {
        pool.revision = 1_000;
      }
      setControl(false, Optional.empty());
      pool.machines.forEach(machine -> machine.notReady = false);
      // The autoscaler takes back its taint from whom it could not end.
      pool.machines.stream()
          .filter(machine -> machine.wish == RemovalWish.EMPTIED)
          .forEach(machine -> machine.wish = RemovalWish.NONE);
      long toReplace =
          pool.machines.stream()
              .filter(
                  machine ->
                      machine.revision != pool.revision
                          || machine.failed
                          || machine.ending
                          || machine.wish == RemovalWish.DELETED
                          || pool.retirements.of(machine.id).isPresent())
              .count();
      int launched = pool.launched;
      int surge = RolloutLimits.of(pool.strategy, pool.replicas, true).surge();
      int missing = Math.max(0, Math.max(pool.replicas, pool.asked) - pool.machines.size());
      for (int quiet = 0; quiet < 3; ) {
        if (pool.minute > 2_000) {
          throw new AssertionError("it does not end: " + pool.view());
        }
        PoolPlan plan = decide(true);
        quiet =
            plan.progress().state() == RolloutProgress.State.SETTLED && settled() ? quiet + 1 : 0;
        // Whatever takes longer than this waits for a back-off.
        pool.minute += pool.minute > 100 ? 30 : 0;
        pool.pass();
      }
      assertThat(pool.launched - launched)
          .as("machines launched for %d", toReplace)
          .isLessThanOrEqualTo((int) toReplace + missing + surge);
    }

    private boolean settled() {
      return pool.asked == pool.replicas
          && pool.machines.size() == pool.replicas
          && pool.cordoned.isEmpty()
          && pool.retirements.entries().equals(Map.of())
          && pool.machines.stream().allMatch(machine -> machine.revision == pool.revision);
    }
  }
}
