package io.weir.clouds.gcp.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.CloudClock;
import io.weir.clouds.CloudFault;
import io.weir.clouds.FaultInjector.PendingFault;
import io.weir.clouds.InstanceState;
import io.weir.clouds.InstanceState.Phase;
import io.weir.clouds.ManualClock;
import io.weir.clouds.gcp.GcpCloud;
import io.weir.clouds.gcp.container.ContainerHttpClient.Response;
import io.weir.clouds.gcp.seed.GcpSeedData;
import io.weir.clouds.gcp.seed.GcpTiming;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What Kubernetes Engine answers, and what becomes of node pools and their machines. */
class ContainerEngineTest {
  private static final String REGION = "europe-west1";
  private static final List<String> ZONES =
      List.of("europe-west1-b", "europe-west1-c", "europe-west1-d");
  private static final String CLUSTER = "/locations/europe-west1/clusters/demo";
  private static final String POOLS = CLUSTER + "/nodePools";
  private static final String POOL = POOLS + "/workers";

  private final ManualClock time = CloudClock.manual(Instant.parse("2026-03-01T12:00:00Z"));
  private final GcpCloud cloud = GcpCloud.builder().clock(time).timing(GcpTiming.real()).start();
  private final ContainerHttpClient caller = new ContainerHttpClient(cloud);

  @BeforeEach
  void begin() {
    engine().addCluster(REGION, "demo", "v1.35.4");
  }

  @AfterEach
  void stop() {
    caller.close();
    cloud.close();
  }

  private ContainerEngine engine() {
    return cloud.engine(GcpSeedData.PROJECT);
  }

  @Test
  void aPoolIsMadeOfAGroupInEachZoneAndGoesWithThem() throws Exception {
    String operation = create(1);
    assertThat(pool().path("status").asText()).isEqualTo("PROVISIONING");
    assertThat(operation(operation).path("status").asText()).isEqualTo("RUNNING");
    settle();

    assertThat(operation(operation).path("status").asText()).isEqualTo("DONE");
    assertThat(pool().path("status").asText()).isEqualTo("RUNNING");
    assertThat(pool().path("version").asText()).isEqualTo("1.35.4-gke.1000");
    assertThat(pool().path("instanceGroupUrls"))
        .hasSize(3)
        .allMatch(
            url ->
                url.asText()
                    .matches(
                        ".*/zones/[^/]+/instanceGroupManagers/gke-demo-workers-[0-9a-f]{8}-grp"));
    for (String zone : ZONES) {
      assertThat(caller.groups(zone))
          .singleElement()
          .extracting(g -> g.path("targetSize").asInt())
          .isEqualTo(1);
    }
    assertThat(running()).hasSize(3);
    JsonNode listed = caller.get("/locations/-/clusters").path("clusters").path(0);
    assertThat(listed.path("nodePools").path(0)).isEqualTo(pool());

    String deletion = caller.write("DELETE", POOL, "");
    assertThat(pool().path("status").asText()).isEqualTo("STOPPING");
    settle();
    assertThat(caller.send("GET", POOL, "").code()).isEqualTo("NOT_FOUND");
    assertThat(operation(deletion).path("status").asText()).isEqualTo("DONE");
    assertThat(cloud.instances()).isEmpty();
    assertThat(cloud.comparableState()).doesNotContain("workers");
  }

  @Test
  void aSizeHoldsForEachZoneAndZeroIsOne() throws Exception {
    made(1);

    String _ = caller.write("POST", POOL + ":setSize", "{\"nodeCount\": 2}");
    assertThat(pool().path("status").asText()).isEqualTo("RECONCILING");
    settle();
    assertThat(running()).hasSize(6);

    String _ = caller.write("POST", POOL + ":setSize", "{}");
    settle();
    assertThat(running()).isEmpty();
    assertThat(pool().has("initialNodeCount")).isFalse();
  }

  @Test
  void labelsAndTaintsReachNodesAsTheyAre() throws Exception {
    made(1);
    Set<String> before = running();
    var told = new ArrayList<NodeUpdate>();
    engine().onUpdate(told::add);

    String _ =
        caller.write(
            "PUT",
            POOL,
            """
            {"labels": {"labels": {"tier": "web"}},
             "taints": {"taints": [{"key": "only", "value": "web", "effect": "NO_SCHEDULE"}]}}
            """);
    settle();

    assertThat(running()).isEqualTo(before);
    assertThat(told).singleElement().extracting(each -> each.nodes().size()).isEqualTo(3);
    assertThat(pool().at("/config/labels/tier").asText()).isEqualTo("web");
    assertThat(pool().at("/config/taints/0/key").asText()).isEqualTo("only");
    // An empty list takes away; an absent one leaves.
    String _ = caller.write("PUT", POOL, "{\"taints\": {}}");
    settle();
    assertThat(pool().at("/config").has("taints")).isFalse();
    assertThat(pool().at("/config/labels/tier").asText()).isEqualTo("web");
  }

  @Test
  void anotherImageOrVersionReplacesNodesOneByOne() throws Exception {
    made(1);
    Set<String> before = running();
    engine().upgrade(REGION, "demo", "v1.36.0");
    settle();

    String operation =
        caller.write(
            "PUT", POOL, "{\"nodeVersion\": \"1.36\", \"imageType\": \"UBUNTU_CONTAINERD\"}");
    int fewest = 3;
    int most = 3;
    for (int step = 0; step < 600; step++) {
      time.advance(Duration.ofSeconds(1));
      fewest = Math.min(fewest, running().size());
      most = Math.max(most, instances(EnumSet.of(Phase.PENDING, Phase.RUNNING)).size());
    }

    assertThat(operation(operation).path("status").asText()).isEqualTo("DONE");
    assertThat(pool().path("version").asText()).isEqualTo("1.36.0-gke.1000");
    assertThat(running()).hasSize(3).doesNotContainAnyElementsOf(before);
    assertThat(fewest).isEqualTo(3);
    assertThat(most).isEqualTo(4);
  }

  @Test
  void oneOperationOfAPoolOrOfItsClusterRunsAtATime() throws Exception {
    String running = create(1);

    Response refused = caller.send("POST", POOL + ":setSize", "{\"nodeCount\": 2}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.code()).isEqualTo("FAILED_PRECONDITION");
    assertThat(refused.body().at("/error/details/0/reason").asText())
        .isEqualTo("CLUSTER_ALREADY_HAS_OPERATION");
    assertThat(refused.message())
        .isEqualTo("Cluster is running incompatible operation %s.".formatted(running));
    String _ =
        caller.write("POST", POOL + ":setManagement", "{\"management\": {\"autoRepair\": true}}");
    String _ =
        caller.write(
            "POST", POOLS, "{\"nodePool\": {\"name\": \"others\", \"initialNodeCount\": 1}}");
    settle();
    assertThat(pool().path("management").has("autoUpgrade")).isFalse();

    engine().upgrade(REGION, "demo", "v1.36.0");
    assertThat(caller.send("DELETE", POOL, "").code()).isEqualTo("FAILED_PRECONDITION");
    settle();
    String _ = caller.write("DELETE", POOL, "");
  }

  @Test
  void withoutCapacityTheOperationFailsAndThePoolRunsOnceThereIsSome() throws Exception {
    PendingFault full =
        cloud
            .faults()
            .inject(
                CloudFault.of(CloudFault.Kind.NO_CAPACITY)
                    .forAction(cloud.launchAction())
                    .forResource("*/europe-west1-c"));
    String operation = create(1);
    settle();

    assertThat(operation(operation).at("/error/message").asText())
        .contains("ZONE_RESOURCE_POOL_EXHAUSTED");
    assertThat(pool().path("status").asText()).isEqualTo("RUNNING_WITH_ERROR");
    assertThat(pool().at("/conditions/0/code").asText()).isEqualTo("GCE_STOCKOUT");
    assertThat(running()).hasSize(2);

    full.remove();
    settle();
    assertThat(pool().path("status").asText()).isEqualTo("RUNNING");
    assertThat(pool().has("conditions")).isFalse();
    assertThat(running()).hasSize(3);
  }

  @Test
  void aQuotaThatIsUsedUpLeavesAPoolInError() throws Exception {
    cloud.admin().setQuota(0);

    String _ = create(1);
    settle();

    assertThat(pool().path("status").asText()).isEqualTo("ERROR");
    assertThat(pool().at("/conditions/0/code").asText()).isEqualTo("GCE_QUOTA_EXCEEDED");
  }

  @Test
  void aLostMachineIsRepairedUnderItsName() throws Exception {
    made(1);
    Set<String> before = running();

    assertThat(cloud.killInstance(before.iterator().next())).isTrue();
    assertThat(running()).hasSize(2);
    settle();

    assertThat(running()).isEqualTo(before);
  }

  @Test
  void theAutoscalerKeepsAsManyAsItIsToldInAllZonesTogether() throws Exception {
    made(1);

    String _ =
        caller.write(
            "POST",
            POOL + ":setAutoscaling",
            "{\"autoscaling\": {\"enabled\": true, \"totalMinNodeCount\": 5, \"totalMaxNodeCount\":"
                + " 9}}");
    settle();
    assertThat(running()).hasSize(6);
    assertThat(pool().at("/autoscaling/totalMaxNodeCount").asInt()).isEqualTo(9);

    Response refused =
        caller.send(
            "POST",
            POOL + ":setAutoscaling",
            "{\"autoscaling\": {\"enabled\": true, \"maxNodeCount\": 5, \"totalMaxNodeCount\":"
                + " 9}}");
    assertThat(refused.code()).isEqualTo("INVALID_ARGUMENT");
  }

  @Test
  void whatOthersSizeOrDeleteIsSoAtOnce() throws Exception {
    made(1);

    engine().resize(POOL.substring(1), 2);
    settle();
    assertThat(running()).hasSize(6);
    assertThat(pool().path("initialNodeCount").asInt()).isEqualTo(1);

    engine().deleteCluster(REGION, "demo");
    assertThat(caller.send("GET", POOL, "").code()).isEqualTo("NOT_FOUND");
    settle();
    assertThat(cloud.instances()).isEmpty();
  }

  @Test
  void zonesThatAreAddedGetNodesAndThoseThatAreLeftOutLoseThem() throws Exception {
    made(1);

    String _ =
        caller.write("PUT", POOL, "{\"locations\": [\"europe-west1-b\", \"europe-west1-c\"]}");
    settle();
    assertThat(caller.groups("europe-west1-d")).isEmpty();
    assertThat(running()).hasSize(2);

    String _ =
        caller.write("PUT", POOL, "{\"locations\": [\"europe-west1-b\", \"europe-west1-d\"]}");
    settle();
    assertThat(caller.groups("europe-west1-c")).isEmpty();
    assertThat(caller.groups("europe-west1-d")).hasSize(1);
  }

  @Test
  void whatCannotBeIsRefusedInGooglesWords() throws Exception {
    made(1);

    assertRefused(caller.send("PUT", POOL, "{}"), "INVALID_ARGUMENT", "At least one of");
    assertRefused(
        caller.send("PUT", POOL, "{\"name\": \"projects/weir-demo" + POOL + "\"}"),
        "INVALID_ARGUMENT",
        "At least one of");
    assertRefused(
        caller.send("PUT", POOL, "{\"imageType\": \"COS_CONTAINERD\", \"etag\": \"other\"}"),
        "ABORTED",
        "etag");
    assertRefused(
        caller.send("PUT", POOL, "{\"nodeVersion\": \"1.36\"}"), "INVALID_ARGUMENT", "newer");
    assertRefused(
        caller.send("PUT", POOL, "{\"nodeVersion\": \"1.30\"}"), "INVALID_ARGUMENT", "unsupported");
    assertRefused(
        caller.send("PUT", POOL, "{\"machineType\": \"large\"}"),
        "INVALID_ARGUMENT",
        "does not exist in zone");
    assertRefused(
        caller.send("PUT", POOL, "{\"lables\": {}}"), "INVALID_ARGUMENT", "lables is unknown");
    assertRefused(
        caller.send("POST", POOLS, "{\"nodePool\": {\"name\": \"workers\"}}"),
        "ALREADY_EXISTS",
        "nodePools/workers");
    assertRefused(
        caller.send("GET", "/locations/europe-west1-b/clusters/demo", ""), "NOT_FOUND", "demo");
  }

  @Test
  void whatCannotBeReachedIsSaidToBeMissing() throws Exception {
    engine().addCluster("us-central1-a", "zonal", "v1.35.4");
    cloud.admin().setReachable("zones/us-central1-a", false);

    JsonNode answer = caller.get("/locations/-/clusters");

    assertThat(answer.path("clusters"))
        .extracting(each -> each.path("name").asText())
        .containsExactly("demo");
    assertThat(answer.path("missingZones").path(0).asText()).isEqualTo("us-central1-a");
  }

  @Test
  void aPoolGoesOnInAnotherCloudWhereItWas() throws Exception {
    String operation = create(1);
    String saved = cloud.saveState();
    ManualClock later = CloudClock.manual(Instant.parse("2026-03-02T12:00:00Z"));
    try (GcpCloud other = GcpCloud.builder().clock(later).timing(GcpTiming.real()).start();
        var client = new ContainerHttpClient(other)) {
      other.restoreState(saved);
      later.advance(Duration.ofMinutes(10));

      assertThat(client.get(POOL).path("status").asText()).isEqualTo("RUNNING");
      assertThat(
              client.get("/locations/europe-west1/operations/" + operation).path("status").asText())
          .isEqualTo("DONE");
      assertThat(other.instances()).hasSize(3).allMatch(each -> each.phase() == Phase.RUNNING);
    }
  }

  private static void assertRefused(Response response, String code, String words) {
    assertThat(response.code()).as(response.message()).isEqualTo(code);
    assertThat(response.message()).contains(words);
  }

  private String create(int perZone) throws Exception {
    return caller.write(
        "POST",
        POOLS,
        """
        {"nodePool": {"name": "workers", "initialNodeCount": %d, "version": "1.35.4",
                      "config": {"machineType": "n2-standard-2"}}}
        """
            .formatted(perZone));
  }

  private void made(int perZone) throws Exception {
    String _ = create(perZone);
    settle();
  }

  private JsonNode pool() throws Exception {
    return caller.get(POOL);
  }

  private JsonNode operation(String name) throws Exception {
    return caller
        .get("/locations/-/operations")
        .path("operations")
        .valueStream()
        .filter(each -> each.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private Set<String> running() {
    return instances(EnumSet.of(Phase.RUNNING));
  }

  private Set<String> instances(Set<Phase> phases) {
    return cloud.instances().stream()
        .filter(each -> phases.contains(each.phase()))
        .map(InstanceState::id)
        .collect(Collectors.toSet());
  }

  /** Long enough for whatever is under way. */
  private void settle() {
    time.advance(Duration.ofMinutes(10));
  }
}
