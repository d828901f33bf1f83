package io.weir.provider.aws.tag;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.provider.OwnerMarks.Origin;
import io.weir.provider.Ownership;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolMarks;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TagMarksTest {

  private static final ObjectKey KEY = new ObjectKey("team", "workers");
  private static final PoolMarks MARKS = new PoolMarks("here", "AWSMachinePool/team/workers");
  private static final String OF_CLUSTER = "sigs.k8s.io/cluster-api-provider-aws/cluster/prod";

  private final Map<String, String> tags = new HashMap<>(Map.of(OF_CLUSTER, "owned"));
  private String clusterName = "prod";
  private boolean used;

  private PoolIdentity pool() {
    var claim = OwnershipClaim.byMarks(MARKS, "team");
    return new PoolIdentity(KEY, "uid", clusterName, "workers", claim);
  }

  private Origin origin() {
    return TagMarks.read("group workers", tags, pool(), used, Set.of()).origin();
  }

  private Ownership ownership() {
    return Ownership.of(
        TagMarks.read("group workers", tags, pool(), used, Set.of()), pool().claim());
  }

  @Test
  void theClustersTagAloneIsThatOfUpstreamUnlessWhatIsOursUsesIt() {
    assertThat(origin()).isEqualTo(Origin.UPSTREAM);

    used = true;
    assertThat(origin()).isEqualTo(Origin.USED_BY_OURS);
  }

  @Test
  void anotherClustersTagOrNoneTellsNothingEvenOfWhatOursUses() {
    used = true;
    for (String other : Set.of("staging", "prod-2", "pro", "")) {
      clusterName = other;
      assertThat(origin()).as(other).isEqualTo(Origin.UNKNOWN);
    }
    clusterName = "prod";
    tags.put(OF_CLUSTER, "shared");
    assertThat(origin()).isEqualTo(Origin.UNKNOWN);
  }

  @Test
  void whatLacksTheManagementClusterIsNotTakenForUpstreams() {
    tags.put(PoolMarks.POOL_KEY, "AWSMachinePool/team/workers");

    assertThat(origin()).isEqualTo(Origin.UNKNOWN);
    assertThat(ownership()).isInstanceOf(Ownership.Held.class);
  }

  @Test
  void onlyBothTagsTogetherAreMarks() {
    assertThat(TagMarks.areOn(tags)).isFalse();
    tags.put(PoolMarks.POOL_KEY, "whoever");
    assertThat(TagMarks.areOn(tags)).isFalse();
    tags.put(PoolMarks.MANAGEMENT_CLUSTER_KEY, "wherever");
    assertThat(TagMarks.areOn(tags)).isTrue();
  }
}
