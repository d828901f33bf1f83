package io.weir.engine.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.harness.Lives;
import io.weir.engine.retire.Member;
import io.weir.engine.retire.MemberFreshness;
import io.weir.engine.retire.MemberHealth;
import io.weir.engine.retire.RemovalWish;
import io.weir.engine.retire.ReplacementBackoff;
import io.weir.engine.retire.Retirement;
import io.weir.engine.retire.RetirementReason;
import io.weir.engine.retire.RetirementState;
import io.weir.engine.retire.Retirements;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What becomes of machines that the cloud ends once it is told that they are drained. */
class HeldMembersTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private PoolControl control = PoolControl.ALL;
  private int asked = 3;

  @Test
  void oneIsWrittenDownAndReleasedOnceItIsDrained() {
    PoolPlan first = plan(Retirements.NONE, held("i-1", false));
    PoolPlan second = plan(first.retirements(), held("i-1", false));
    PoolPlan third = plan(second.retirements(), held("i-1", true));
    PoolPlan fourth = plan(third.retirements(), held("i-1", true));

    assertThat(first.retirements().of("i-1"))
        .contains(Retirement.begun(RetirementReason.ENDED_BY_CLOUD, NOW));
    assertThat(second).isEqualTo(first);
    assertThat(state(third, "i-1")).contains(RetirementState.RELEASED);
    assertThat(fourth).isEqualTo(third);
  }

  @Test
  void oneThatWeHaveEndedIsReleasedAtOnce() {
    for (var state : List.of(RetirementState.REPLACING, RetirementState.SHRINKING)) {
      var entry = new Retirement(Set.of(RetirementReason.SCALE_IN), state, NOW.minusSeconds(60));

      PoolPlan plan = plan(retirements(Map.of("i-1", entry)), held("i-1", false));

      assertThat(plan.retirements().of("i-1")).contains(entry.in(RetirementState.RELEASED, NOW));
    }
  }

  @Test
  void oneThatDrainedForAScaleInGoesOnDrainingAndIsNotGivenBack() {
    var entry = Retirement.begun(RetirementReason.SCALE_IN, NOW.minusSeconds(60));
    asked = 2;

    PoolPlan plan =
        plan(retirements(Map.of("i-1", entry)), held("i-1", false), ready("i-2"), ready("i-3"));

    assertThat(plan.restore()).isEmpty();
    assertThat(plan.retirements().of("i-1"))
        .contains(
            entry.withReasons(Set.of(RetirementReason.SCALE_IN, RetirementReason.ENDED_BY_CLOUD)));
  }

  @Test
  void noBrakeHoldsTheCloudsOwnTerminationsBack() {
    control = new PoolControl(true, true, true, false, false, Optional.of("held back"));

    PoolPlan plan = plan(Retirements.NONE, held("i-1", true), ready("i-2"), ready("i-3"));

    assertThat(state(plan, "i-1")).contains(RetirementState.RELEASED);
  }

  @Test
  void theSizeIsNotLoweredWhileTheCloudWaitsToPutAnotherInItsPlace() {
    asked = 4;
    Member outdated = member("i-2", MemberHealth.READY, MemberFreshness.OUTDATED, false);

    PoolPlan waiting = plan(retirements(Map.of()), held("i-1", false), outdated, ready("i-3"));
    PoolPlan over = plan(retirements(Map.of()), outdated, ready("i-3"));

    assertThat(waiting.size()).isEqualTo(4);
    assertThat(waiting.retirements().entries().keySet()).containsExactly("i-1");
    assertThat(over.size()).isEqualTo(4);
  }

  @Test
  void manyTakeNoRoomFromThoseWhomWeChoose() {
    var members = new ArrayList<Member>();
    for (int i = 0; i < 400; i++) {
      members.add(held("held-" + i, false));
    }
    Member deleted =
        new Member(
            "i-1",
            "",
            Optional.empty(),
            MemberHealth.READY,
            false,
            MemberFreshness.CURRENT,
            RemovalWish.DELETED,
            false,
            false);
    members.add(deleted);

    PoolPlan first = plan(Retirements.NONE, members.toArray(Member[]::new));

    assertThat(first.retirements().entries())
        .hasSize(Retirements.MAX_ENDED_BY_CLOUD + 1)
        .containsKey("i-1");
    assertThat(first.retirements().text().orElseThrow().length()).isLessThan(40_000);
  }

  @Test
  void whateverElseHappensEachIsDrainedThenEndedAndThePoolIsFilledAgain() {
    Lives.each(
        1_000,
        seed -> {
          var random = new SplittableRandom(seed);
          SimulatedPool pool = SimulatedPool.running(1 + random.nextInt(8), 1 + random.nextInt(3));
          pool.drainMinutes = random.nextInt(4);
          var held = new TreeSet<String>();
          for (int minute = 0; minute < 200; minute++) {
            if (minute < 60) {
              happen(pool, held, random);
            }
            pool.carryOut(PoolPlanner.plan(pool.view()));
            pool.pass();
          }

          assertThat(pool.machines).hasSize(pool.replicas);
          assertThat(pool.machines).allMatch(machine -> machine.revision == pool.revision);
          assertThat(pool.cordoned).isEmpty();
          assertThat(held)
              .allSatisfy(
                  id ->
                      assertThat(pool.endedAfterDrain.get(id))
                          .isGreaterThanOrEqualTo(pool.drainMinutes));
        });
  }

  private static void happen(SimulatedPool pool, Set<String> held, SplittableRandom random) {
    switch (random.nextInt(12)) {
      case 0 -> pool.replicas = random.nextInt(9);
      case 1 -> pool.revision++;
      case 2, 3, 4 ->
          pool.machines.stream()
              .filter(machine -> !machine.ending && !machine.held)
              .skip(random.nextInt(3))
              .findFirst()
              .ifPresent(
                  machine -> {
                    machine.held = true;
                    held.add(machine.id);
                  });
      default -> {
        // A minute like most others.
      }
    }
  }

  private PoolPlan plan(Retirements retirements, Member... members) {
    return PoolPlanner.plan(
        new PoolView(
            "default/workers",
            3,
            RolloutStrategy.DEFAULT,
            control,
            asked,
            true,
            List.of(members),
            retirements,
            NOW));
  }

  private static Optional<RetirementState> state(PoolPlan plan, String id) {
    return plan.retirements().of(id).map(Retirement::state);
  }

  private static Retirements retirements(Map<String, Retirement> entries) {
    return new Retirements(new TreeMap<>(entries), 0, ReplacementBackoff.NONE);
  }

  private static Member ready(String id) {
    return member(id, MemberHealth.READY, MemberFreshness.CURRENT, false);
  }

  private static Member held(String id, boolean drained) {
    return member(id, MemberHealth.HELD, MemberFreshness.CURRENT, drained);
  }

  private static Member member(
      String id, MemberHealth health, MemberFreshness freshness, boolean drained) {
    return new Member(
        id,
        "",
        Optional.of(NOW.minusSeconds(3600)),
        health,
        false,
        freshness,
        RemovalWish.NONE,
        false,
        drained);
  }
}
