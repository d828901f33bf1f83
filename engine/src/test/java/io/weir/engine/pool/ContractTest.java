package io.weir.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Keys;
import io.weir.api.Metadata;
import io.weir.api.harness.Objects;
import io.weir.engine.pool.PoolSnapshot.Infrastructure;
import io.weir.engine.pool.PoolSnapshot.Infrastructure.Hindrance;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ContractTest {

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
      assertThat(pool.words().hindrance())
          .contains(
              new Hindrance("Error", "ImageNotFound", "AWSMachinePool default/machines: no image"));
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

      Hindrance told = pool.words().hindrance().orElseThrow();
      assertThat(told.message()).hasSizeLessThan(5_000).endsWith("m…");
      assertThat(told.reason()).isEmpty();
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
      assertThat(pool.words().hindrance())
          .contains(new Hindrance("", "NotSeen", "AWSMachinePool default/machines: NotSeen"));
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

      assertThat(pool.words().hindrance()).isEmpty();
      assertThat(pool.words().size())
          .isEqualTo("AWSMachinePool default/machines: spec.maxSize is 3");
      assertThat(pool.words().update()).isEqualTo("data awaited");
    }
  }

  @Test
  void tellsOfAPoolThatIsNotReadyWhateverItSays() {
    var pool =
        read("{\"conditions\": [{\"type\": \"A\", \"status\": \"False\", \"message\": \"no\"}]}");

    assertThat(pool.ready()).isFalse();
    assertThat(pool.words().hindrance())
        .contains(new Hindrance("", "", "AWSMachinePool default/machines: no"));
  }

  @Test
  void readsWhoIsOnTheWayOutOfThoseThatAreListed() {
    var told =
        Pools.machines(
            "workers",
            "uid-now",
            tree -> {
              tree.withObject("/spec").putArray("providerIDList").add("aws:///z/i-1").add("b");
              Metadata.annotate(tree, Keys.LEAVING, "aws:///z/i-1,aws:///z/i-9");
            });
    var silent = Pools.machines("workers", "uid-now");

    var pool = (Infrastructure.Present) Contract.infrastructure(Pools.pool(_ -> {}), told);
    var other = (Infrastructure.Present) Contract.infrastructure(Pools.pool(_ -> {}), silent);

    assertThat(pool.leaving()).containsExactly("aws:///z/i-1");
    assertThat(other.leaving()).isEmpty();
  }

  @Test
  void readsAnAnnotationThatIsNoListAsNobody() {
    var told =
        Pools.machines(
            "workers", "uid-now", tree -> Metadata.annotate(tree, Keys.LEAVING, ",,b,b,"));

    var pool = (Infrastructure.Present) Contract.infrastructure(Pools.pool(_ -> {}), told);

    assertThat(pool.leaving()).isEmpty();
  }

  @Test
  void anInfrastructurePoolThatIsPausedTellsWhyItDoesNotFollow() {
    var tree = tree("{\"ready\": true}");
    Metadata.annotate(tree, Keys.PAUSED, "");

    Infrastructure.Words words = read(tree).words();

    String paused =
        "AWSMachinePool default/machines has the annotation cluster.x-k8s.io/paused; remove it to"
            + " resume";
    assertThat(words.size()).isEqualTo(paused);
    assertThat(words.update()).isEqualTo(paused);
    assertThat(words.hindrance()).isEmpty();
  }

  private static Infrastructure.Present read(String status) {
    return read(tree(status));
  }

  private static Infrastructure.Present read(ObjectNode tree) {
    return (Infrastructure.Present)
        Contract.infrastructure(Pools.pool(_ -> {}), new ApiObject(tree));
  }

  private static ObjectNode tree(String status) {
    return Objects.of(
        """
        {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2", "kind": "AWSMachinePool",
         "metadata": {"namespace": "default", "name": "machines"}, "status": %s}
        """
            .formatted(status));
  }
}
