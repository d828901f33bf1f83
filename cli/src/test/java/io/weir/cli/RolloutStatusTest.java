package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RolloutStatusTest {

  private final ObjectNode pool = Json.MAPPER.createObjectNode();
  private final ObjectNode infrastructure = Json.MAPPER.createObjectNode();

  RolloutStatusTest() {
    pool.putObject("metadata").put("name", "workers").put("namespace", "team").put("generation", 2);
    pool.putObject("spec").put("replicas", 5);
    infrastructure
        .put("apiVersion", "infrastructure.cluster.x-k8s.io/v1beta2")
        .put("kind", "AWSMachinePool")
        .putObject("metadata")
        .put("name", "workers")
        .put("namespace", "team");
    pool.putObject("status")
        .put("observedGeneration", 2)
        .put("replicas", 5)
        .put("upToDateReplicas", 5)
        .put("availableReplicas", 5);
  }

  @Test
  void ofAPoolWhoseMachinesAreAllUpToDateAndAvailableIsDone() {
    assertStatus(true, "machinepool \"workers\" successfully rolled out");
  }

  @Test
  void waitsUntilTheSpecIsObserved() {
    status().put("observedGeneration", 1);

    assertStatus(false, "Waiting for machinepool spec update to be observed...");
  }

  @Test
  void countsWhatIsUpToDate() {
    status().put("upToDateReplicas", 2);

    assertStatus(false, "Waiting for rollout to finish: 2 of 5 machines are up to date...");
  }

  @Test
  void tellsThatItIsPaused() {
    status().put("upToDateReplicas", 2);
    pool.withObject("/metadata/annotations").put("weir.io/rollout", "paused");

    assertStatus(
        false,
        "Waiting for rollout to finish: 2 of 5 machines are up to date; it is paused, resume it"
            + " with: weir rollout resume workers -n team...");
  }

  @Test
  void isNotDoneWhileTheConditionSaysThatMachinesAreReplaced() {
    condition("RollingOut");

    assertStatus(false, "Waiting for rollout to finish: 5 of 5 machines are up to date...");
  }

  @Test
  void countsOldMachinesThatStillTerminate() {
    status().put("replicas", 6);
    condition("RollingOut");
    assertStatus(false, "Waiting for rollout to finish: 1 old machine is pending termination...");

    status().put("replicas", 7);
    condition("ScalingDown");
    assertStatus(false, "Waiting for rollout to finish: 2 old machines are pending termination...");
  }

  @Test
  void waitsForMachinesToBecomeAvailable() {
    status().put("availableReplicas", 4);

    assertStatus(false, "Waiting for rollout to finish: 4 of 5 machines are available...");
  }

  @Test
  void ofANewPoolHasNothingYet() {
    pool.remove("status");

    assertStatus(false, "Waiting for machinepool spec update to be observed...");
  }

  @Test
  void tellsWhichBrakeHoldsWhatWouldEndMachines() {
    status().put("upToDateReplicas", 2);
    String held = "cannot start an instance refresh: held back: ConfigMap weir-system/weir-brakes";
    infrastructureSays("Ready", held);

    assertStatus(
        false, "Waiting for rollout to finish: 2 of 5 machines are up to date; " + held + "...");
  }

  @Test
  void isNotDoneBeforeAnEditOfTheInfrastructurePoolAloneHasSettled() {
    settledWith("t3.small");
    infrastructure.withObject("/spec/awsLaunchTemplate").put("instanceType", "m5.large");

    String object = "awsmachinepool.infrastructure.cluster.x-k8s.io/workers";
    assertStatus(false, "Waiting for the change of " + object + " to be rolled out...");
    infrastructureSays("InstancesUpToDate", "an instance\u001b refresh follows");
    assertStatus(
        false, "Waiting for the change of " + object + ": an instance? refresh follows...");
    settledWith("m5.large");
    assertStatus(true, "machinepool \"workers\" successfully rolled out");
  }

  private void settledWith(String type) {
    infrastructure
        .withObject("/metadata/annotations")
        .put(
            "weir.io/settled",
            """
            {"format": 1, "apiVersion": "%s", "pool": "%s", "fields": ["awsLaunchTemplate"],
             "latest": {"infrastructure": {"awsLaunchTemplate": {"instanceType": "%s"}},
                        "machinePool": {}}}
            """
                .formatted(
                    infrastructure.path("apiVersion").asText(),
                    new ApiObject(infrastructure).key(),
                    type));
  }

  private void infrastructureSays(String type, String message) {
    infrastructure
        .withObject("/status")
        .putArray("conditions")
        .addObject()
        .put("type", type)
        .put("status", "False")
        .put("message", message);
  }

  private ObjectNode status() {
    return pool.withObject("/status");
  }

  private void condition(String type) {
    status().putArray("conditions").addObject().put("type", type).put("status", "True");
  }

  private void assertStatus(boolean done, String line) {
    assertThat(
            RolloutStatus.of(
                new ApiObject(pool),
                Optional.of(new ApiObject(infrastructure)),
                Set.of("awsLaunchTemplate")))
        .isEqualTo(new RolloutStatus(done, line));
  }
}
