package io.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.sandbox.objects.SandboxCloud;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchedObjectsTest {

  private static final List<String> CLUSTERS = BenchedObjects.clusterNames(2);

  @Test
  void clustersHavePoolsInTurnAndTheirNodesSayWhose() {
    List<List<ObjectNode>> pools =
        BenchedObjects.pools(SandboxCloud.AWS, "team", CLUSTERS, List.of("a", "b", "c"), 10);

    assertThat(pools)
        .extracting(pool -> pool.getLast().at("/spec/template/spec/clusterName").asText())
        .containsExactly("demo-0", "demo-1", "demo-0");
    assertThat(pools)
        .extracting(pool -> pool.getLast().at("/spec/clusterName").asText())
        .containsExactly("demo-0", "demo-1", "demo-0");
    assertThat(pools.get(1).getFirst().toString())
        .contains("{\"name\":\"node-labels\",\"value\":\"bench.weir.io/cluster=demo-1\"}");
  }

  @Test
  void aClusterAloneIsTheExamplesAndItsNodesSayNothing() {
    List<ObjectNode> pool =
        BenchedObjects.pools(
                SandboxCloud.AWS, "team", BenchedObjects.clusterNames(1), List.of("a"), 3)
            .getFirst();

    assertThat(pool.getLast().at("/spec/clusterName").asText()).isEqualTo("demo");
    assertThat(pool.toString()).doesNotContain("node-labels");
  }

  @Test
  void aClusterRefersToAnInfrastructureOfItsOwnName() {
    List<ObjectNode> objects = BenchedObjects.cluster(SandboxCloud.AWS, "team", "demo-1");

    assertThat(objects)
        .extracting(object -> object.at("/metadata/name").asText())
        .containsOnly("demo-1");
    assertThat(objects)
        .extracting(object -> object.at("/spec/infrastructureRef/name"))
        .filteredOn(JsonNode::isTextual)
        .extracting(JsonNode::asText)
        .containsExactly("demo-1");
  }

  @Test
  void aClusterIsShownItsOwnNodesAndAllElseAsItIs() {
    assertThat(target("GET", "/api/v1/nodes"))
        .isEqualTo("/api/v1/nodes?labelSelector=bench.weir.io%2Fcluster%3Ddemo-1");
    assertThat(target("GET", "/api/v1/nodes?watch=true&resourceVersion=7"))
        .isEqualTo(
            "/api/v1/nodes?watch=true&resourceVersion=7&labelSelector=bench.weir.io%2Fcluster%3Ddemo-1");
    assertThat(target("PATCH", "/api/v1/nodes/a?fieldManager=x"))
        .isEqualTo("/api/v1/nodes/a?fieldManager=x");
    assertThat(target("GET", "/version")).isEqualTo("/version");
  }

  private static String target(String method, String asked) {
    return WorkloadApiServer.target(method, URI.create(asked), "demo-1");
  }
}
