package io.weir.engine.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OwnershipDecisionsTest {

  private static OwnershipDecisions parse(String key, String... lines) {
    return OwnershipDecisions.parse(Map.of(key, String.join("\n", lines)), "here");
  }

  @Test
  void aFormerManagementClusterCountsForTheNamespacesThatAreNamed() {
    OwnershipDecisions decisions =
        parse(
            OwnershipDecisions.FORMER,
            "# moved in May",
            "",
            "uid-1 team-a,team-b   # and no other; * would mean all",
            "  uid-1   team-c ",
            "uid-2 *");

    assertThat(decisions.problems()).isEmpty();
    assertThat(decisions.formerOf("team-a")).isEqualTo(Set.of("uid-1", "uid-2"));
    assertThat(decisions.formerOf("team-c")).isEqualTo(Set.of("uid-1", "uid-2"));
    assertThat(decisions.formerOf("team")).isEqualTo(Set.of("uid-2"));
  }

  @Test
  void aFormerManagementClusterWithoutNamespacesOrThisOneItselfIsRefused() {
    OwnershipDecisions decisions =
        parse(
            OwnershipDecisions.FORMER,
            "uid-1",
            "here *",
            "no/uid team-a",
            "uid-1 team-a, *",
            "uid-1 team-a and team-b");

    assertThat(decisions.former()).isEmpty();
    assertThat(decisions.problems())
        .hasSize(5)
        .anyMatch(problem -> problem.contains("'uid-1' is not"))
        .anyMatch(problem -> problem.contains("here is this management cluster itself"));
  }

  @Test
  void poolsAreAdoptedByTheirKindNamespaceNameAndCluster() {
    OwnershipDecisions decisions =
        parse(
            OwnershipDecisions.ADOPT,
            "AWSMachinePool/team-a/workers   prod",
            "AWSMachinePool/team-a/workers",
            "team-a/workers prod");

    assertThat(decisions.adopted())
        .containsExactly(OwnershipDecisions.adoption("AWSMachinePool/team-a/workers", "prod"));
    assertThat(decisions.problems())
        .hasSize(2)
        .allMatch(problem -> problem.contains("is not a pool and the name of its Cluster"));
  }

  @Test
  void aPoolIsKnownByWhatItWasCalledBefore() {
    OwnershipDecisions decisions =
        parse(
            OwnershipDecisions.FORMER_POOLS,
            "AWSMachinePool/old/workers AWSMachinePool/new/workers",
            "AWSMachinePool/old/workers");

    assertThat(decisions.formerPools())
        .containsOnly(
            Map.entry("AWSMachinePool/new/workers", Set.of("AWSMachinePool/old/workers")));
    assertThat(decisions.problems()).hasSize(1).first().asString().contains("is not two pools");
  }

  @Test
  void aKeyThatSaysNothingIsNamed() {
    assertThat(parse("former", "uid-1 *").problems())
        .containsExactly(
            "there is no key former: the keys are former-management-clusters, former-pools and"
                + " adopt");
  }
}
