package io.weir.clouds.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.weir.clouds.node.cloudcontroller.CloudController;
import io.weir.clouds.node.cloudcontroller.CloudControllerOptions;
import io.weir.clouds.node.cloudcontroller.CloudInstance;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.WithControlPlane;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@WithControlPlane
class CloudControllerIT {
  private static final String NAME = "i-1.eu-west-1.compute.internal";
  private static final String NODE =
      """
      apiVersion: v1
      kind: Node
      metadata: {name: %s}
      spec:
        taints:
        - {key: node.cloudprovider.kubernetes.io/uninitialized, value: "true", effect: NoSchedule}
        - {key: node.cluster.x-k8s.io/uninitialized, effect: NoSchedule}
      """
          .formatted(NAME);

  private final ControlPlane cluster;
  private final Inventory inventory = new Inventory();

  CloudControllerIT(ControlPlane cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void giveRights() throws Exception {
    cluster.apply(CloudController.manifest());
  }

  @AfterEach
  void removeNodes() throws Exception {
    cluster.kubectl("delete", "nodes", "--all");
  }

  @Test
  void initialisesANodeOnceTheCloudKnowsItsInstance() throws Exception {
    try (var _ = start(CloudControllerOptions.defaults())) {
      cluster.apply(NODE);
      inventory.put(
          NAME, CloudInstance.aws("i-1", "eu-west-1a", "eu-west-1", "m5.large", "10.0.0.7"));

      await("--for=jsonpath={.spec.providerID}=aws:///eu-west-1a/i-1");
    }
    JsonNode node = node();
    assertThat(node.at("/metadata/labels/topology.kubernetes.io~1zone").asText())
        .isEqualTo("eu-west-1a");
    assertThat(node.at("/metadata/labels/topology.kubernetes.io~1region").asText())
        .isEqualTo("eu-west-1");
    assertThat(node.at("/metadata/labels/node.kubernetes.io~1instance-type").asText())
        .isEqualTo("m5.large");
    assertThat(node.at("/status/addresses/0/address").asText()).isEqualTo("10.0.0.7");
    assertThat(node.at("/spec/taints").findValuesAsText("key"))
        .contains("node.cluster.x-k8s.io/uninitialized")
        .doesNotContain("node.cloudprovider.kubernetes.io/uninitialized");
  }

  @Test
  void deletesTheNodeOfAGoneInstanceWhenAskedTo() throws Exception {
    inventory.put(
        NAME, CloudInstance.aws("i-1", "eu-west-1a", "eu-west-1", "m5.large", "10.0.0.7"));
    var options =
        CloudControllerOptions.defaults().deletingNodesOfGoneInstances(Duration.ofMillis(200));
    try (var _ = start(options)) {
      cluster.apply(NODE);
      await("--for=jsonpath={.spec.providerID}=aws:///eu-west-1a/i-1");

      inventory.remove(NAME);

      await("--for=delete");
    }
  }

  private CloudController start(CloudControllerOptions options) {
    return CloudController.start(cluster.kubeconfig(CloudController.USER), inventory, options);
  }

  private void await(String condition) throws Exception {
    cluster.kubectl("wait", condition, "--timeout=90s", "node/" + NAME).outputOrThrow();
  }

  private JsonNode node() throws Exception {
    String json = cluster.kubectl("get", "node", NAME, "-o", "json").outputOrThrow();
    return new JsonMapper().readTree(json);
  }

  private static final class Inventory implements CloudInventory {
    private final Map<String, CloudInstance> instances = new ConcurrentHashMap<>();

    void put(String nodeName, CloudInstance instance) {
      instances.put(nodeName, instance);
    }

    void remove(String nodeName) {
      instances.remove(nodeName);
    }

    @Override
    public Optional<CloudInstance> byNodeName(String nodeName) {
      return Optional.ofNullable(instances.get(nodeName));
    }

    @Override
    public boolean exists(String providerId) {
      return instances.values().stream().anyMatch(i -> i.providerId().equals(providerId));
    }
  }
}
