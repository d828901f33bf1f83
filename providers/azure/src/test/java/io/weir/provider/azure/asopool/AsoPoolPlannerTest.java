package io.weir.provider.azure.asopool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.ObjectStep;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolMarks;
import io.weir.provider.azure.api.AsoKinds;
import io.weir.provider.azure.aso.ReconcilePolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AsoPoolPlannerTest {

  private final AsoPoolFixture fixture = new AsoPoolFixture();

  @Test
  void everythingListedIsMadeInOrderAndThenLeftAlone() throws Exception {
    fixture.list(AsoPoolFixture.PREFIX);

    assertThat(fixture.planned())
        .containsExactly(
            "create ManagedClustersAgentPool demo-pool0: it does not exist",
            "create PublicIPPrefix addresses: it does not exist");
    assertThat(fixture.converge().planned()).isEmpty();
    assertThat(fixture.succeed(3).planned()).isEmpty();
  }

  @Test
  void whatIsNotListedAnyMoreIsDeletedThoughNothingElseOfItsKindIsListed() throws Exception {
    fixture.list(AsoPoolFixture.PREFIX).converge();
    fixture.pool.withArray("/spec/resources").remove(1);
    fixture
        .pool
        .withObject("/metadata/annotations")
        .put(AsoKinds.LEDGER, AsoKinds.ledger(fixture.objects));

    assertThat(fixture.planned())
        .containsExactly("delete PublicIPPrefix addresses: the pool does not list it any more");
  }

  @Test
  void aFieldThatIsNotListedAnyMoreIsTakenAway() throws Exception {
    fixture.listed(0).withObject("/spec").put("maxPods", 50);
    fixture.converge();
    fixture.listed(0).withObject("/spec").remove("maxPods");

    assertThat(fixture.planned())
        .containsExactly(
            "update ManagedClustersAgentPool demo-pool0: something else is wanted of it");
  }

  @Test
  void anObjectThatIsReadInAnotherVersionIsJudgedByTheFieldsItHasThere() throws Exception {
    fixture.listed(0).withObject("/spec").put("onlyInPreview", true);
    fixture.converge();
    ObjectNode stored = fixture.agentPool();
    stored.put("apiVersion", "containerservice.azure.com/v1api20250801storage");
    stored.withObject("/spec").remove("onlyInPreview");

    assertThat(fixture.planned()).isEmpty();
    stored.withObject("/spec").put("vmSize", "Standard_D8s_v3");
    assertThat(fixture.planned())
        .containsExactly("update ManagedClustersAgentPool demo-pool0: somebody has changed it");
  }

  @Test
  void nothingIsDoneWhileOneObjectIsAnothers() throws Exception {
    fixture.list(AsoPoolFixture.PREFIX).converge();
    fixture
        .agentPool()
        .withObject("/metadata/annotations")
        .put(PoolMarks.POOL_KEY, "AzureASOManagedMachinePool/team/other");
    fixture.machinePool.withObject("/spec").put("replicas", 9);

    assertThat(fixture.planned()).isEmpty();
  }

  @Test
  void aPauseKeepsThePolicyThatPeopleHadSet() throws Exception {
    fixture
        .listed(0)
        .withObject("/metadata/annotations")
        .put(ReconcilePolicy.KEY, "detach-on-delete");
    fixture.converge();

    var paused = (ObjectStep.AnnotateObject) fixture.plan(new PoolIntent.Pause<>()).getFirst();
    assertThat(paused.annotations())
        .isEqualTo(
            Map.of(
                ReconcilePolicy.KEY, Optional.of("skip"),
                ReconcilePolicy.BEFORE_PAUSE, Optional.of("detach-on-delete")));

    fixture
        .agentPool()
        .withObject("/metadata/annotations")
        .put(ReconcilePolicy.KEY, "skip")
        .put(ReconcilePolicy.BEFORE_PAUSE, "detach-on-delete");
    assertThat(fixture.plan(new PoolIntent.Pause<>())).isEmpty();
    var resumed =
        (ObjectStep.AnnotateObject)
            fixture.plan(new PoolIntent.Converge<>(fixture.desired())).getFirst();
    assertThat(resumed.annotations())
        .isEqualTo(
            Map.of(
                ReconcilePolicy.KEY, Optional.of("detach-on-delete"),
                ReconcilePolicy.BEFORE_PAUSE, Optional.empty()));
  }

  @Test
  void aDeletionEndsThePauseFirstOrAzureWouldKeepThePool() throws Exception {
    fixture.converge();
    fixture
        .agentPool()
        .withObject("/metadata/annotations")
        .put(ReconcilePolicy.KEY, "skip")
        .put(ReconcilePolicy.BEFORE_PAUSE, "");

    assertThat(fixture.plan(new PoolIntent.Delete<>(false)))
        .extracting(step -> step.description())
        .isEqualTo(
            List.of(
                "annotate ManagedClustersAgentPool demo-pool0",
                "delete ManagedClustersAgentPool demo-pool0"));
  }
}
