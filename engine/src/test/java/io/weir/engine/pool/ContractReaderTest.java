package io.weir.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.harness.TestObjects;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState.InfrastructureProblem;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ContractReaderTest {

  @Nested
  class AnInfrastructurePoolThatWasReadyOnce {

    @Test
    void isHinderedByWhatItsReadyConditionSays() {
      var pool =
          read(
              """
              {"ready": true, "conditions": [
               {"type": "ASGReady", "status": "False", "message": "one of several"},
               {"type": "Ready", "status": "False", "severity": "Error",
                "reason": "ImageNotFound", "message": "no image"}]}
              """);

      assertThat(pool.ready()).isTrue();
      assertThat(pool.messages().problem())
          .contains(
              new InfrastructureProblem(
                  "Error", "ImageNotFound", "AWSMachinePool default/machines: no image"));
    }

    @Test
    void isNotQuotedAtLengthBecauseConditionsHaveALimit() {
      var pool =
          read(
              """
              {"ready": true, "conditions": [
               {"type": "Ready", "status": "False", "reason": "%s", "message": "%s"}]}
              """
                  .formatted("R".repeat(300), "m".repeat(20_000)));

      InfrastructureProblem problem = pool.messages().problem().orElseThrow();
      assertThat(problem.message()).hasSizeLessThan(5_000).endsWith("m…");
      assertThat(problem.reason()).isEmpty();
    }

    @Test
    void isHinderedByThatReasonWhereThereIsNoMessage() {
      var pool =
          read(
              """
              {"initialization": {"provisioned": true}, "conditions": [
               {"type": "Ready", "status": "Unknown", "reason": "NotSeen"}]}
              """);

      assertThat(pool.ready()).isTrue();
      assertThat(pool.messages().problem())
          .contains(
              new InfrastructureProblem("", "NotSeen", "AWSMachinePool default/machines: NotSeen"));
    }

    @Test
    void isNotHinderedByAConditionThatItsSummaryLeavesOut() {
      var pool =
          read(
              """
              {"ready": true, "conditions": [
               {"type": "Ready", "status": "True"},
               {"type": "ScaledDown", "status": "False", "message": "never was"},
               {"type": "ReplicasInRange", "status": "False", "message": "spec.maxSize is 3"},
               {"type": "InstancesUpToDate", "status": "False", "message": "data awaited"}]}
              """);

      assertThat(pool.messages().problem()).isEmpty();
      assertThat(pool.messages().size())
          .isEqualTo("AWSMachinePool default/machines: spec.maxSize is 3");
      assertThat(pool.messages().update()).isEqualTo("data awaited");
    }
  }

  @Test
  void tellsOfAPoolThatIsNotReadyWhateverItSays() {
    var pool =
        read("{\"conditions\": [{\"type\": \"A\", \"status\": \"False\", \"message\": \"no\"}]}");

    assertThat(pool.ready()).isFalse();
    assertThat(pool.messages().problem())
        .contains(new InfrastructureProblem("", "", "AWSMachinePool default/machines: no"));
  }

  @Test
  void readsWhoIsOnTheWayOutOfThoseThatAreListed() {
    var reported =
        TestPools.machines(
            "workers",
            "uid-now",
            tree -> {
              tree.withObject("/spec").putArray("providerIDList").add("aws:///z/i-1").add("b");
              MetadataEdits.setAnnotation(tree, MetadataKeys.LEAVING, "aws:///z/i-1,aws:///z/i-9");
            });
    var silent = TestPools.machines("workers", "uid-now");

    var pool =
        (InfrastructureState.Present)
            ContractReader.readInfrastructure(TestPools.pool(_ -> {}), reported);
    var other =
        (InfrastructureState.Present)
            ContractReader.readInfrastructure(TestPools.pool(_ -> {}), silent);

    assertThat(pool.terminating()).containsExactly("aws:///z/i-1");
    assertThat(other.terminating()).isEmpty();
  }

  @Test
  void readsAnAnnotationThatIsNoListAsNobody() {
    var reported =
        TestPools.machines(
            "workers",
            "uid-now",
            tree -> MetadataEdits.setAnnotation(tree, MetadataKeys.LEAVING, ",,b,b,"));

    var pool =
        (InfrastructureState.Present)
            ContractReader.readInfrastructure(TestPools.pool(_ -> {}), reported);

    assertThat(pool.terminating()).isEmpty();
  }

  @Test
  void anInfrastructurePoolThatIsPausedTellsWhyItDoesNotFollow() {
    var tree = tree("{\"ready\": true}");
    MetadataEdits.setAnnotation(tree, MetadataKeys.PAUSED, "");

    InfrastructureState.ProviderMessages providerMessages = read(tree).messages();

    String paused =
        "AWSMachinePool default/machines has the annotation cluster.x-k8s.io/paused; remove it to"
            + " resume";
    assertThat(providerMessages.size()).isEqualTo(paused);
    assertThat(providerMessages.update()).isEqualTo(paused);
    assertThat(providerMessages.problem()).isEmpty();
  }

  private static InfrastructureState.Present read(String status) {
    return read(tree(status));
  }

  private static InfrastructureState.Present read(ObjectNode tree) {
    return (InfrastructureState.Present)
        ContractReader.readInfrastructure(TestPools.pool(_ -> {}), new ApiObject(tree));
  }

  private static ObjectNode tree(String status) {
    return TestObjects.parse(
        """
        {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2", "kind": "AWSMachinePool",
         "metadata": {"namespace": "default", "name": "machines"}, "status": %s}
        """
            .formatted(status));
  }
}
