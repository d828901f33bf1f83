package io.weir.engine.retire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RemovalOrderTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void thoseAskedForLeaveBeforeThoseThatFailedAndTheseBeforeOutdatedOnes() {
    List<Member> members =
        List.of(
            member("old", RemovalWish.NONE, false, MemberFreshness.CURRENT, 0),
            member("outdated", RemovalWish.NONE, false, MemberFreshness.OUTDATED, 5),
            member("failed", RemovalWish.NONE, true, MemberFreshness.CURRENT, 4),
            member("preferred", RemovalWish.PREFERRED, false, MemberFreshness.CURRENT, 3),
            member("emptied", RemovalWish.EMPTIED, false, MemberFreshness.CURRENT, 2),
            member("deleted", RemovalWish.DELETED, false, MemberFreshness.CURRENT, 1),
            member("young", RemovalWish.NONE, false, MemberFreshness.CURRENT, 6));

    assertThat(inOrder(members, DeletePolicy.OLDEST))
        .containsExactly("deleted", "emptied", "preferred", "failed", "outdated", "old", "young");
    assertThat(inOrder(members, DeletePolicy.NEWEST))
        .containsExactly("deleted", "emptied", "preferred", "failed", "outdated", "young", "old");
  }

  private static Stream<String> inOrder(List<Member> members, DeletePolicy policy) {
    return members.stream()
        .sorted(RemovalOrder.of(policy, "default/workers", Map.of(), true, Set.of()))
        .map(Member::id);
  }

  private static Member member(
      String id, RemovalWish wish, boolean broken, MemberFreshness freshness, int minutes) {
    return new Member(
        id,
        "",
        Optional.of(START.plusSeconds(60L * minutes)),
        MemberHealth.READY,
        broken,
        freshness,
        wish,
        false,
        false);
  }
}
