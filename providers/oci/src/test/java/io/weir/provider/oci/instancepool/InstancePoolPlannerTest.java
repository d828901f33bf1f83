package io.weir.provider.oci.instancepool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.Freshness;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIntent;
import io.weir.provider.oci.api.OciTags;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InstancePoolPlannerTest {
  private static final String OLD = "ocid1.instanceconfiguration.oc1..old";
  private static final String NEW = "ocid1.instanceconfiguration.oc1..new";

  private final InstancePoolFixture pool = InstancePoolFixture.of("update-shape");

  InstancePoolPlannerTest() throws IOException {}

  private List<String> plan() {
    return pool.plan().stream().map(step -> step.description() + ": " + step.reason()).toList();
  }

  private void member(String id, String configuration) {
    ObjectNode wire = Json.MAPPER.createObjectNode().put("id", id).put("state", "Running");
    wire.put("instanceConfigurationId", configuration);
    var members = new ArrayList<>(pool.seen.members());
    members.add(PoolInstance.of(wire, "oci://"));
    pool.seen =
        new ObservedInstancePool(
            pool.seen.pool(), pool.seen.configurations(), members, pool.seen.failure());
  }

  private void configure() {
    PlanStep first = pool.plan().getFirst();
    pool.create((InstancePoolStep.CreateInstanceConfiguration) first, NEW);
  }

  private void use(String configuration) {
    ObjectNode group = pool.seen.pool().orElseThrow().fields().deepCopy();
    group.put("instanceConfigurationId", configuration);
    pool.seen = pool.seen.with(InstancePool.of(group, "e2"));
  }

  @Test
  void aChangeMakesAConfigurationThenUsesItThenRemovesTheOldOnceNothingRunsFromIt() {
    member("a", OLD);
    assertThat(plan())
        .containsExactly(
            "create an instance configuration of pool pool-update-shape: none is as wanted");
    configure();
    assertThat(plan())
        .containsExactly(
            "update instance pool pool-update-shape: instanceConfigurationId differ from what is"
                + " asked for");
    use(NEW);
    assertThat(plan()).isEmpty();
    pool.seen =
        new ObservedInstancePool(pool.seen.pool(), pool.seen.configurations(), List.of(), "");
    assertThat(plan())
        .containsExactly(
            "delete instance configuration %s of pool pool-update-shape: nothing is made from it any more"
                .formatted(OLD));
  }

  @Test
  void instancesOfOtherSettingsAreOutdatedAndThoseOfAnotherTokenAreNot() {
    member("a", OLD);
    assertThat(freshness()).isEqualTo(Freshness.OUTDATED);
    pool.pool.withObject("/spec/instanceConfiguration/shapeConfig").put("ocpus", "1");
    assertThat(freshness()).isEqualTo(Freshness.CURRENT);
    pool.bootstrap = "#cloud-config\n# another token\n";
    assertThat(freshness()).isEqualTo(Freshness.CURRENT);
    // What is launched from now on has the new token.
    assertThat(plan()).hasSize(1);
  }

  private Freshness freshness() {
    return InstancePoolPlanner.freshness(
        pool.seen, pool.desired(), pool.seen.instances().getFirst());
  }

  @Test
  void aConfigurationOfAnotherPoolWithALongerNameIsLeftAlone() {
    configure();
    use(NEW);
    ObjectNode wire = Json.MAPPER.createObjectNode().put("id", "other");
    wire.put("displayName", "pool-update-shape-0-0123456789").put("timeCreated", "2025");
    wire.withObject("/freeformTags").put(OciTags.POOL, "OCIMachinePool/team/pool-update-shape-0");
    pool.seen = pool.seen.without(OLD).with(InstanceConfiguration.of(wire));

    assertThat(plan()).isEmpty();
    assertThat(InstanceConfiguration.of(wire).poolName()).isEqualTo("pool-update-shape-0");
  }

  @Test
  void theChosenInstanceGoesAndTheSizeFallsWithIt() {
    configure();
    use(NEW);
    member("a", NEW);
    member("b", NEW);
    pool.leave = List.of(new PoolIntent.Leave("b", true, Instant.EPOCH));

    assertThat(plan())
        .contains("end instance b of instance pool pool-update-shape: fewer instances are wanted");
  }

  @Test
  void aPoolWithoutCapacityIsLeftInPeaceUntilItSaysWhyAndCanThenBeChanged() {
    configure();
    pool.seen = pool.seen.with(pool.seen.pool().orElseThrow().in("SCALING"));
    assertThat(plan()).isEmpty();

    pool.seen = pool.seen.withFailure("Out of host capacity. (InternalError)");
    assertThat(pool.seen.problem()).contains("Out of host capacity. (InternalError)");
    assertThat(plan()).hasSize(1);
  }

  @Test
  void noTextOfAStepHasTheBootstrapData() {
    assertThat(pool.plan().toString()).doesNotContain(pool.desired().launch().userData());
    assertThat(Optional.of(pool.desired()).toString())
        .doesNotContain(pool.desired().launch().userData());
  }
}
