package io.weir.clouds.scaleway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.CloudClock;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.FleetOptions;
import io.weir.clouds.node.cloudcontroller.CloudController;
import io.weir.clouds.node.cloudcontroller.CloudControllerOptions;
import io.weir.clouds.scaleway.k8s.ClusterSpec;
import io.weir.clouds.scaleway.seed.ScalewaySeedData;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.WithControlPlane;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Kapsule's nodes in a real cluster, with its signer, approver and node admission. */
@WithControlPlane
class KapsuleMachinesIT {
  private static final String POOL =
      """
      {"name": "workers", "node_type": "GP1-XS", "zone": "fr-par-2", "size": 1,
       "autoscaling": false, "autohealing": true, "public_ip_disabled": false,
       "tags": ["team=blue", "noprefix=example.org/tier=front", "taint=dedicated=gpu:NoSchedule"]}
      """;

  private final ControlPlane workload;
  private final KapsuleCloud cloud = KapsuleCloud.builder().clock(CloudClock.scaled(20)).start();
  private final Fleet fleet =
      new Fleet(
          FleetOptions.defaults()
              .withBootTimes(Duration.ZERO, Duration.ofMillis(100))
              .withPatience(Duration.ofMinutes(2), Duration.ofMinutes(2), Duration.ofMillis(200))
              .withLeaseInterval(Duration.ofMillis(500)));
  private final KapsuleMachines machines = new KapsuleMachines(cloud, fleet);
  private final KapsuleHttpClient kapsuleHttpClient = new KapsuleHttpClient(cloud, "fr-par");
  private final String cluster =
      cloud
          .admin()
          .addCluster(
              ClusterSpec.kapsule("demo", "fr-par", ScalewaySeedData.PROJECT.id(), "1.34.3"));

  KapsuleMachinesIT(ControlPlane workload) {
    this.workload = workload;
  }

  @BeforeEach
  void attach() throws Exception {
    workload.apply(CloudController.manifest());
    machines.setKubeconfig(cluster, workload.kubeconfig("kapsule", "system:masters"));
  }

  @AfterEach
  void stop() throws Exception {
    kapsuleHttpClient.close();
    cloud.close();
    fleet.close();
    workload.kubectl("delete", "nodes", "--all");
  }

  @Test
  void aNodeShowsUpAsKapsulesDo() throws Exception {
    JsonNode pool = create();

    ObjectNode member = awaitMember();
    String name = member.path("name").asText();
    await("--for=condition=Ready", name);
    JsonNode node = node(name);
    assertThat(node.at("/spec/providerID").asText()).isEqualTo(member.path("provider_id").asText());
    assertThat(node.at("/status/nodeInfo/kubeletVersion").asText()).isEqualTo("v1.34.3");
    assertThat(new JsonMapper().convertValue(node.at("/metadata/labels"), ObjectNode.class))
        .isEqualTo(
            node.at("/metadata/labels")
                .<ObjectNode>deepCopy()
                .put("k8s.scaleway.com/kapsule", cluster)
                .put("k8s.scaleway.com/managed", "true")
                .put("k8s.scaleway.com/node", member.path("id").asText())
                .put("k8s.scaleway.com/pool", pool.path("id").asText())
                .put("k8s.scaleway.com/pool-name", "workers")
                .put("k8s.scaleway.com/team", "blue")
                .put("example.org/tier", "front")
                .put("node.kubernetes.io/instance-type", "GP1-XS")
                .put("topology.kubernetes.io/region", "fr-par")
                .put("topology.kubernetes.io/zone", "fr-par-2"));
    assertThat(node.at("/spec/taints").findValuesAsText("key"))
        .contains("k8s.scaleway.com/dedicated");
    // It comes after the first status.
    workload
        .kubectl("wait", "--for=create", "--timeout=90s", "-n", "kube-node-lease", "lease/" + name)
        .outputOrThrow();
  }

  @Test
  void itsNodeGoesWithAMemberThatHealingReplaced() throws Exception {
    var options =
        CloudControllerOptions.defaults().deletingNodesOfGoneInstances(Duration.ofMillis(200));
    try (var _ =
        CloudController.start(workload.kubeconfig(CloudController.USER), machines, options)) {
      create();
      ObjectNode first = awaitMember();
      String name = first.path("name").asText();
      await("--for=condition=Ready", name);

      boolean killed = cloud.admin().kill(first.path("id").asText());

      assertThat(killed).isTrue();
      workload.kubectl("wait", "--for=delete", "--timeout=90s", "node/" + name).outputOrThrow();
      String second = awaitMember().path("name").asText();
      await("--for=condition=Ready", second);
      assertThat(second).isNotEqualTo(name);
    }
  }

  private JsonNode create() throws Exception {
    KapsuleHttpClient.Response response =
        kapsuleHttpClient.post("/clusters/" + cluster + "/pools", POOL);
    assertThat(response.status()).isEqualTo(200);
    return response.body();
  }

  /** The one node that is not on its way out, once its Node is registered. */
  private ObjectNode awaitMember() throws Exception {
    workload
        .kubectl("wait", "--for=create", "--timeout=90s", "node/" + member().path("name").asText())
        .outputOrThrow();
    return member();
  }

  private ObjectNode member() {
    return cloud.admin().nodes().stream()
        .filter(node -> !node.path("status").asText().equals("deleting"))
        .findFirst()
        .orElseThrow();
  }

  private void await(String condition, String node) throws Exception {
    workload.kubectl("wait", condition, "--timeout=90s", "node/" + node).outputOrThrow();
  }

  private JsonNode node(String name) throws Exception {
    return new JsonMapper()
        .readTree(workload.kubectl("get", "node", name, "-o", "json").outputOrThrow());
  }
}
