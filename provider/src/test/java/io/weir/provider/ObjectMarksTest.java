package io.weir.provider;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.provider.OwnershipClaim.Adoption;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ObjectMarksTest {

  private static final String POOL = "ShelfMachinePool/team/workers";

  private static PoolIdentity pool(Adoption adoption) {
    var claim =
        new OwnershipClaim(new PoolMarks("here", POOL), "team", Set.of(), Set.of(), adoption);
    return new PoolIdentity(new ObjectKey("team", "workers"), "u", "demo", "workers", claim);
  }

  private static Ownership of(
      Map<String, String> annotations, String controller, Adoption adoption) {
    ObjectNode tree =
        TestObjects.parse(
            """
            {"apiVersion": "v1", "kind": "ConfigMap",
             "metadata": {"name": "workers", "namespace": "team"}}
            """);
    annotations.forEach(tree.withObject("/metadata/annotations")::put);
    if (!controller.isEmpty()) {
      tree.withObject("/metadata")
          .putArray("ownerReferences")
          .addObject()
          .put("apiVersion", "v1")
          .put("kind", "Deployment")
          .put("name", "other")
          .put("uid", controller)
          .put("controller", true);
    }
    return ObjectMarks.ownership(new ApiObject(tree), pool(adoption));
  }

  private static final Map<String, String> OURS =
      Map.of(PoolMarks.MANAGEMENT_CLUSTER_KEY, "here", PoolMarks.POOL_KEY, POOL);

  @Test
  void marksDecideWhoeverIsWrittenAsOwner() {
    assertThat(of(OURS, "u", new Adoption.NotRequested())).isInstanceOf(Ownership.Ours.class);
    assertThat(of(OURS, "gone", new Adoption.NotRequested())).isInstanceOf(Ownership.Ours.class);
    assertThat(
            of(
                Map.of(PoolMarks.MANAGEMENT_CLUSTER_KEY, "there", PoolMarks.POOL_KEY, POOL),
                "u",
                new Adoption.NotRequested()))
        .isInstanceOf(Ownership.Held.class);
  }

  @Test
  void nobodysIsClaimedByAPoolThatAsksForIt() {
    assertThat(of(Map.of(), "", new Adoption.NotRequested()))
        .isInstanceOfSatisfying(
            Ownership.Foreign.class,
            foreign -> assertThat(foreign.reason()).contains(Ownership.ADOPT + "=true"));
    assertThat(of(Map.of(), "", new Adoption.Requested(Set.of(), POOL + " demo")))
        .isInstanceOfSatisfying(
            Ownership.Claimable.class, claimable -> assertThat(claimable.adopted()).isTrue());
  }

  @Test
  void whatAnotherControlsIsNotClaimedByAsking() {
    assertThat(of(Map.of(), "another", new Adoption.Requested(Set.of(), POOL + " demo")))
        .isInstanceOfSatisfying(
            Ownership.Foreign.class,
            foreign -> assertThat(foreign.reason()).contains("Deployment other"));
  }
}
