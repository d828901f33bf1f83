package io.weir.engine.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.retire.DeletePolicy;
import io.weir.engine.retire.Member;
import io.weir.engine.retire.MemberFreshness;
import io.weir.engine.retire.MemberHealth;
import io.weir.engine.retire.RemovalWish;
import io.weir.engine.retire.Retirements;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Pools whose outdated machines nobody replaces. */
class OutdatedMachinesThatStayTest {

  private static final Instant NOW = Instant.parse("2026-03-02T00:00:00Z");
  private static final Duration MINUTES = Duration.ofMinutes(3);
  private static final Duration DAYS = Duration.ofDays(30);

  private static Member old(int number) {
    return member(
        "old-" + number,
        DAYS.plusDays(100 - number),
        MemberHealth.READY,
        MemberFreshness.OUTDATED,
        RemovalWish.NONE);
  }

  private static Member unready(String id, Duration age, RemovalWish wish) {
    return member(id, age, MemberHealth.NOT_READY, MemberFreshness.CURRENT, wish);
  }

  private static Member member(
      String id, Duration age, MemberHealth health, MemberFreshness freshness, RemovalWish wish) {
    return new Member(
        id, "", Optional.of(NOW.minus(age)), health, false, freshness, wish, false, false);
  }

  /** Who is chosen where so many are wanted, and one more may be there meanwhile. */
  private static Set<String> chosen(int replicas, Member... members) {
    return plan(replicas, members).retirements().entries().keySet();
  }

  private static PoolPlan plan(int replicas, Member... members) {
    return PoolPlanner.plan(
        new PoolView(
            "default/workers",
            replicas,
            new RolloutStrategy(IntOrPercent.of(1), IntOrPercent.of(0), DeletePolicy.OLDEST),
            new PoolControl(true, true, false, true, false, Optional.empty()),
            members.length,
            true,
            List.of(members),
            Retirements.NONE,
            NOW));
  }

  @Test
  void nobodyIsReplacedAndNothingSurges() {
    PoolPlan plan = plan(3, old(1), old(2), old(3));

    assertThat(plan.size()).isEqualTo(3);
    assertThat(plan.retirements().entries()).isEmpty();
  }

  @Test
  void oneThatAChangeBroughtIsSparedWhileItStarts() {
    Member fresh = unready("fresh", MINUTES, RemovalWish.NONE);

    assertThat(chosen(3, old(1), old(2), old(3), fresh)).isEmpty();
    assertThat(plan(3, old(1), old(2), old(3), fresh).size()).isEqualTo(4);
  }

  @Test
  void onceItIsReadyTheDeletePolicySaysWhoGoes() {
    Member ready =
        member("fresh", MINUTES, MemberHealth.READY, MemberFreshness.CURRENT, RemovalWish.NONE);

    assertThat(chosen(3, old(1), old(2), old(3), ready)).containsExactly("old-1");
  }

  @Test
  void noMoreAreSparedThanTheSurge() {
    assertThat(
            chosen(
                3,
                old(1),
                old(2),
                old(3),
                unready("fresh-1", MINUTES, RemovalWish.NONE),
                unready("fresh-2", MINUTES, RemovalWish.NONE)))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("fresh");
  }

  @Test
  void oneThatHasNotBeenReadyForLongGoesFirst() {
    Member dead = unready("dead", DAYS, RemovalWish.NONE);

    assertThat(chosen(2, old(1), old(2), dead)).containsExactly("dead");
  }

  @Test
  void oneThatPeopleNameIsNotSpared() {
    Member named = unready("named", MINUTES, RemovalWish.PREFERRED);

    assertThat(chosen(2, old(1), old(2), named)).containsExactly("named");
  }
}
