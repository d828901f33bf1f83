package io.weir.engine.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.harness.Lives;
import io.weir.engine.retire.DeletePolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** AWS ends machines, undrained, to level zones that are left two apart. */
class ZoneBalanceTest {

  private static final List<DeletePolicy> POLICIES = List.of(DeletePolicy.values());

  @Test
  void machinesThatAreAlikeLeaveTheirZonesLevelInAScaleIn() {
    Lives.each(
        1_000,
        seed -> {
          var random = new SplittableRandom(seed);
          SimulatedPool pool = SimulatedPool.running(1 + random.nextInt(20), 1 + random.nextInt(4));
          pool.strategy =
              new RolloutStrategy(
                  IntOrPercent.of(random.nextInt(4)),
                  IntOrPercent.of(random.nextInt(4)),
                  POLICIES.get(random.nextInt(POLICIES.size())));
          pool.replicas = random.nextInt(pool.replicas + 1);

          for (int minute = 0; minute < 200; minute++) {
            pool.carryOut(PoolPlanner.plan(pool.view()));
            pool.pass();
          }

          assertThat(pool.machines).hasSize(pool.replicas);
          assertThat(pool.countInZones().values())
              .allSatisfy(count -> assertThat(count).isBetween(least(pool), least(pool) + 1));
        });
  }

  @Test
  void aRolloutWithASurgeOfOneLeavesZonesLevelWhereverTheCloudLaunches() {
    Lives.each(300, seed -> assertThat(isLevelAfterRollout(seed, 1, 0)).isTrue());
  }

  /** Where several drain and launch at once, the last to go may be none of the fullest zones. */
  @Test
  void aLargerSurgeSeldomLeavesZonesTwoApart() {
    var apart = new AtomicInteger();
    Lives.each(
        300,
        seed -> {
          var random = new SplittableRandom(seed);
          if (!isLevelAfterRollout(seed, 1 + random.nextInt(3), random.nextInt(3))) {
            apart.incrementAndGet();
          }
        });
    assertThat(apart.get()).isLessThan(40);
  }

  /** Rolls a pool whose machines are alike, all but how long each drains. */
  private static boolean isLevelAfterRollout(long seed, int surge, int unavailable) {
    var random = new SplittableRandom(seed);
    SimulatedPool pool = SimulatedPool.running(surge + random.nextInt(12), 1 + random.nextInt(4));
    pool.zoneDraw = Optional.of(random);
    pool.strategy =
        new RolloutStrategy(
            IntOrPercent.of(surge),
            IntOrPercent.of(unavailable),
            POLICIES.get(random.nextInt(POLICIES.size())));
    pool.machines.forEach(machine -> machine.moreDrainMinutes = random.nextInt(4));
    pool.revision = 2;
    boolean rolled = false;
    while (!rolled) {
      assertThat(pool.minute).as("minutes of a rollout").isLessThan(300);
      PoolPlan plan = PoolPlanner.plan(pool.view());
      pool.carryOut(plan);
      pool.pass();
      rolled =
          plan.progress().state() == RolloutProgress.State.SETTLED
              && pool.machines.size() == pool.replicas;
    }
    assertThat(pool.machines)
        .hasSize(pool.replicas)
        .allMatch(machine -> machine.revision == pool.revision);
    return pool.countInZones().values().stream()
        .allMatch(count -> count == least(pool) || count == least(pool) + 1);
  }

  @Test
  void oneThatIsDrainedWaitsForThoseThatDrainInFullerZonesButNotForLong() {
    SimulatedPool pool = SimulatedPool.running(5, 3);
    pool.machines.stream()
        .filter(machine -> !machine.zone.equals("zone-2"))
        .forEach(machine -> machine.moreDrainMinutes = 2);
    pool.replicas = 2;

    assertThat(minutesUntilAnyOf("zone-2", pool)).isEqualTo(3);
    assertThat(pool.countInZones()).isEqualTo(Map.of("zone-0", 1L, "zone-1", 1L, "zone-2", 0L));

    SimulatedPool held = SimulatedPool.running(5, 3);
    held.machines.stream()
        .filter(machine -> !machine.zone.equals("zone-2"))
        .forEach(machine -> machine.moreDrainMinutes = 1_000);
    held.replicas = 2;

    assertThat(minutesUntilAnyOf("zone-2", held)).isEqualTo(5);
  }

  /** How long it takes from now until a machine of a zone ends. */
  private static int minutesUntilAnyOf(String zone, SimulatedPool pool) {
    for (int minute = 0; minute < 100; minute++) {
      pool.carryOut(PoolPlanner.plan(pool.view()));
      if (pool.machines.stream().anyMatch(it -> it.zone.equals(zone) && it.ending)) {
        return minute;
      }
      pool.pass();
    }
    return Integer.MAX_VALUE;
  }

  private static long least(SimulatedPool pool) {
    return pool.replicas / pool.zones;
  }
}
