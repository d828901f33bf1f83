package io.weir.provider.scaleway.observed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.provider.OwnerMarks;
import io.weir.provider.OwnerMarks.Origin;
import io.weir.provider.Ownership;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.OwnershipClaim.Adoption;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolMarks;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.scaleway.kapsule.KapsuleCluster;
import io.weir.provider.scaleway.kapsule.KapsulePool;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KapsuleMarksTest {

  private static final ObjectKey KEY = new ObjectKey("team", "workers");
  private static final PoolMarks MARKS =
      new PoolMarks("here", "ScalewayManagedMachinePool/team/workers");
  private static final String NAMESPACE = "caps-namespace=team";
  private static final String NAME = "caps-scalewaymanagedmachinepool=workers";
  private static final String HERE = "weir-management-cluster=here";

  private Set<String> formerPools = Set.of();
  private boolean noted;

  private PoolIdentity pool() {
    var claim =
        new OwnershipClaim(MARKS, "team", formerPools, Set.of(), new Adoption.NotRequested());
    return new PoolIdentity(KEY, "uid", "prod", "workers", claim);
  }

  private static KapsulePool made(String id, String... tags) {
    ObjectNode settings = Json.MAPPER.createObjectNode();
    List.of(tags).forEach(settings.putArray("tags")::add);
    return new KapsulePool(id, "workers", "ready", "1.34.3", 3, settings, "");
  }

  private OwnerMarks read(String... tags) {
    var cluster = new KapsuleCluster("id", "demo", "ready", "1.34.3");
    return KapsuleMarks.read(made("one", tags), pool(), cluster, List.of(), noted);
  }

  private Ownership ownership(String... tags) {
    return Ownership.of(read(tags), pool().claim());
  }

  @Test
  void bothNamesAndTheManagementClusterMakeItOurs() {
    assertThat(ownership(NAMESPACE, NAME, HERE)).isInstanceOf(Ownership.Ours.class);
    assertThat(ownership(NAMESPACE, NAME, "weir-management-cluster=another"))
        .isInstanceOf(Ownership.Held.class);
  }

  @Test
  void theNotedIdTellsWhatLostAMarkFromUpstreams() {
    assertThat(read(NAMESPACE, NAME).origin()).isEqualTo(Origin.UPSTREAM);
    assertThat(ownership(NAMESPACE, NAME)).isInstanceOf(Ownership.Foreign.class);

    noted = true;

    assertThat(read(NAMESPACE, NAME).origin()).isEqualTo(Origin.UNKNOWN);
    assertThat(ownership(NAMESPACE, NAME)).isInstanceOf(Ownership.Held.class);
  }

  @Test
  void theNotedIdAloneProvesNothing() {
    noted = true;
    String[][] others = {
      {},
      {NAMESPACE},
      {NAME},
      {HERE},
      {NAME, HERE},
      {"caps-namespace=other", NAME},
      {"caps-namespace=other", NAME, HERE},
      {NAMESPACE, "caps-scalewaymanagedmachinepool=others"},
      {"caps-namespace=team-2", NAME},
    };
    for (String[] tags : others) {
      assertThat(ownership(tags)).as(String.join(" ", tags)).isInstanceOf(Ownership.Foreign.class);
    }
  }

  @Test
  void thatOfAnotherNameIsTakenByTheWordOfAdministrators() {
    assertThat(ownership("caps-namespace=old", NAME, HERE).conflict().orElseThrow())
        .contains("'ScalewayManagedMachinePool/old/workers " + MARKS.pool() + "' to former-pools");

    formerPools = Set.of("ScalewayManagedMachinePool/old/workers");

    assertThat(ownership("caps-namespace=old", NAME, HERE)).isInstanceOf(Ownership.Claimable.class);
    assertThat(read("caps-namespace=old", NAME).origin()).isEqualTo(Origin.UPSTREAM);
  }

  @Test
  void markingKeepsTheTagsOfOthersAndReplacesThoseThatSayWhoseItIs() {
    KapsulePool others = made("one", "caps-namespace=old", NAME, HERE + "-2", "team=a", "caps=b");

    assertThat(KapsuleMarks.marked(others, pool()))
        .containsExactlyInAnyOrder(NAMESPACE, NAME, HERE, "team=a", "caps=b");
  }

  @Test
  void ofSeveralWithOneNameThatWhichIsOursDecides() {
    formerPools = Set.of("ScalewayManagedMachinePool/old/workers");
    var cluster = new KapsuleCluster("id", "demo", "ready", "1.34.3");
    KapsulePool ours = made("ours", NAMESPACE, NAME, HERE);
    KapsulePool before = made("before", "caps-namespace=old", NAME, HERE);
    KapsulePool upstreams = made("upstreams", NAMESPACE, NAME);
    var seen =
        new ScalewayObservedState(
            cluster, List.of(made("nobodys"), upstreams, before, ours), List.of());
    var note = new ProviderAnnotations(Map.of(ScalewayObservedState.POOL_ID, "before"));

    assertThat(seen.ownerships(pool(), note)).containsExactly(new Ownership.Ours());
    assertThat(seen.marked(pool(), note)).containsExactly(ours);
    assertThat(seen.claimable(pool(), note)).containsExactly(before);
  }
}
