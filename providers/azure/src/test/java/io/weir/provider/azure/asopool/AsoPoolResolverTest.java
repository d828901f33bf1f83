package io.weir.provider.azure.asopool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.azure.aso.AgentPool;
import java.util.Optional;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class AsoPoolResolverTest {

  private final AsoPoolFixture fixture = new AsoPoolFixture();

  private ObjectNode agentPool() throws Exception {
    return fixture.desired().objects(Optional.empty()).getFirst();
  }

  /** Given one that has so many nodes. */
  private ObjectNode agentPool(int nodes) throws Exception {
    fixture.converge().succeed(nodes);
    var live = new AgentPool(new ApiObject(fixture.agentPool()));
    return fixture.desired().objects(Optional.of(live)).getFirst();
  }

  private AbstractThrowableAssert<?, ?> refusal() {
    return assertThatThrownBy(fixture::desired)
        .isInstanceOfSatisfying(
            PrerequisiteException.class, why -> assertThat(why.needsUserAction()).isTrue());
  }

  @Nested
  class TheAgentPool {

    @Test
    void getsVersionAndSizeOfTheMachinePoolAndIsElseAsListed() throws Exception {
      ObjectNode expected = fixture.listed(0).deepCopy();
      expected.withObject("/spec").put("orchestratorVersion", "1.33.5").put("count", 3);

      assertThat(agentPool(7)).isEqualTo(expected);
    }

    @Test
    void hasNoVersionWhereTheMachinePoolNamesNone() throws Exception {
      fixture.machinePool.withObject("/spec/template/spec").remove("version");

      assertThat(agentPool().at("/spec").has("orchestratorVersion")).isFalse();
    }

    @Test
    void keepsTheSizeThatAksGaveItWhereAksSizesIt() throws Exception {
      fixture.listed(0).withObject("/spec").put("enableAutoScaling", true);

      assertThat(agentPool().at("/spec/count").asInt()).isEqualTo(3);
      assertThat(agentPool(7).at("/spec/count").asInt()).isEqualTo(7);
    }

    @Test
    void keepsTheSizeThatItHasWhereSomebodyElseSizesIt() throws Exception {
      fixture
          .machinePool
          .withObject("/metadata/annotations")
          .put(MetadataKeys.REPLICAS_MANAGED_BY, "cluster-autoscaler");

      assertThat(agentPool(7).at("/spec/count").asInt()).isEqualTo(7);
    }
  }

  @Nested
  class AListThatIsNotSound {

    @Test
    void lacksTheAgentPool() {
      fixture.pool.withArray("/spec/resources").removeAll();
      refusal().hasMessageContaining("lists none: add it");
    }

    @Test
    void hasTwo() {
      fixture.list(fixture.listed(0).toString().replace("demo-pool0", "demo-pool1"));
      refusal()
          .hasMessageContaining("spec.resources[0] and spec.resources[1]")
          .hasMessageContaining("pools of their own");
    }

    @Test
    void namesAnObjectTwice() {
      fixture.list(AsoPoolFixture.PREFIX).list(AsoPoolFixture.PREFIX);
      refusal()
          .hasMessageContaining("spec.resources[2]: PublicIPPrefix addresses is listed before");
    }

    @Test
    void holdsWhatIsNotOfAzureServiceOperator() {
      fixture.list(
          """
          {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}}
          """);
      refusal().hasMessageContaining("spec.resources[1]: Secret is not a kind of Azure Service");
    }
  }

  @Nested
  class AContradiction {

    @Test
    void ofVersionsNamesBothFields() {
      fixture.listed(0).withObject("/spec").put("orchestratorVersion", "1.32.1");
      refusal()
          .hasMessage(
              "spec.resources[0].spec.orchestratorVersion is 1.32.1, but MachinePool"
                  + " spec.template.spec.version is v1.33.5: remove the first");
    }

    @Test
    void ofSizesNamesBothFields() {
      fixture.listed(0).withObject("/spec").put("count", 9);
      refusal()
          .hasMessage(
              "spec.resources[0].spec.count is 9, but MachinePool spec.replicas is 3: remove the"
                  + " first");
    }
  }
}
