package io.weir.clouds.azure;

import static io.weir.clouds.azure.ScaleSetDocuments.GROUP;
import static io.weir.clouds.azure.ScaleSetDocuments.SETS;
import static io.weir.clouds.azure.ScaleSetDocuments.flexible;
import static io.weir.clouds.azure.ScaleSetDocuments.json;
import static io.weir.clouds.azure.ScaleSetDocuments.uniform;
import static io.weir.clouds.azure.ScaleSetDocuments.withCustomData;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.CloudClock;
import io.weir.clouds.InstanceListener;
import io.weir.clouds.SimulatedInstance;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.clouds.node.BootOutcome;
import io.weir.clouds.node.BootstrapTokens;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.FleetOptions;
import io.weir.clouds.node.TestMachines;
import io.weir.clouds.node.cloudcontroller.CloudController;
import io.weir.clouds.node.cloudcontroller.CloudControllerOptions;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.WithControlPlane;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Instances of scale sets that join a real cluster with their custom data. */
@WithControlPlane
class AzureMachinesIT {
  private static final String PROVIDERS =
      "azure:///subscriptions/%s/resourceGroups/%s/providers/Microsoft.Compute/"
          .formatted(AzureSeedData.SUBSCRIPTION, GROUP);

  private final ControlPlane workload;
  private final AzureCloud cloud = AzureCloud.builder().clock(CloudClock.scaled(20)).start();
  private final ArmHttpClient azure = new ArmHttpClient(cloud);
  private final Fleet fleet =
      new Fleet(
          FleetOptions.defaults()
              .withBootTimes(Duration.ZERO, Duration.ofMillis(100))
              .withPatience(Duration.ofMinutes(2), Duration.ofMinutes(2), Duration.ofMillis(200))
              .withLeaseInterval(Duration.ofMillis(500)));
  private final AzureMachines machines = new AzureMachines(cloud, fleet, "v1.35.4");

  AzureMachinesIT(ControlPlane workload) throws Exception {
    this.workload = workload;
  }

  @BeforeEach
  void giveRights() throws Exception {
    workload.apply(CloudController.manifest());
  }

  @AfterEach
  void removeNodes() throws Exception {
    azure.close();
    cloud.close();
    fleet.close();
    workload.kubectl("delete", "nodes", "--all");
  }

  @Test
  void aUniformOneJoinsUnderTheNumberThatItsScaleSetGaveIt() throws Exception {
    try (var _ = controller()) {
      put(withCustomData(uniform(1), joining()));

      await(
          "--for=jsonpath={.spec.providerID}=%s"
              .formatted(PROVIDERS + "virtualMachineScaleSets/workers/virtualMachines/0"),
          "workers000000");
      JsonNode node = node("workers000000");
      assertThat(node.at("/status/nodeInfo/kubeletVersion").asText()).isEqualTo("v1.35.4");
      assertThat(node.at("/metadata/labels/topology.kubernetes.io~1region").asText())
          .isEqualTo("westeurope");
      assertThat(node.at("/metadata/labels/node.kubernetes.io~1instance-type").asText())
          .isEqualTo("Standard_D2s_v3");
    }
  }

  @Test
  void aFlexibleOneJoinsUnderItsOwnNameInSmallLetters() throws Exception {
    try (var _ = controller()) {
      ObjectNode set = withCustomData(flexible(1), joining());
      set.putArray("zones").add("2");
      put(set);
      JsonNode machine =
          azure
              .send("GET", SETS.replace("virtualMachineScaleSets/", "virtualMachines"), "")
              .at("/value/0");
      String name = machine.at("/properties/osProfile/computerName").asText();

      await(
          "--for=jsonpath={.spec.providerID}=%s"
              .formatted(PROVIDERS + "virtualMachines/" + machine.path("name").asText()),
          name.toLowerCase(Locale.ROOT));
      assertThat(
              node(name.toLowerCase(Locale.ROOT))
                  .at("/metadata/labels/topology.kubernetes.io~1zone")
                  .asText())
          .isEqualTo("westeurope-2");
    }
  }

  @Test
  void oneThatIsDeletedLosesItsPower() throws Exception {
    var gone = new CompletableFuture<String>();
    cloud.addListener(
        new InstanceListener() {
          @Override
          public void started(SimulatedInstance simulatedInstance) {}

          @Override
          public void terminated(SimulatedInstance simulatedInstance) {
            gone.complete(simulatedInstance.id());
          }
        });
    put(withCustomData(uniform(1), joining()));
    String id = cloud.instances().getFirst().id();
    await("--for=condition=Ready", "workers000000");
    BootOutcome joined = fleet.whenSettled(id).join();

    JsonNode _ = azure.send("DELETE", SETS + "workers/virtualMachines/0", "");
    String terminated = gone.join();

    assertThat(terminated).isEqualTo(id);
    assertThat(fleet.runningCount()).isZero();
    assertThat(joined).isInstanceOf(BootOutcome.Joined.class);
    assertThat(machines.exists("azure://" + id)).isFalse();
  }

  private void put(ObjectNode set) throws Exception {
    JsonNode _ = azure.send("PUT", SETS + "workers", set.toString());
  }

  private CloudController controller() {
    return CloudController.start(
        workload.kubeconfig(CloudController.USER), machines, CloudControllerOptions.defaults());
  }

  private String joining() throws Exception {
    var tokens = new BootstrapTokens(workload);
    String token = tokens.create();
    return TestMachines.joiningText(workload.server().getAuthority(), token, tokens.caCertHash());
  }

  private void await(String condition, String node) throws Exception {
    workload.kubectl("wait", "--for=create", "--timeout=90s", "node/" + node).outputOrThrow();
    workload.kubectl("wait", condition, "--timeout=90s", "node/" + node).outputOrThrow();
  }

  private JsonNode node(String name) throws Exception {
    return json(workload.kubectl("get", "node", name, "-o", "json").outputOrThrow());
  }
}
