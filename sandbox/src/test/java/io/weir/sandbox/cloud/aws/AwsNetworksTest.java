package io.weir.sandbox.cloud.aws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.sandbox.cloud.ForeignController;
import io.weir.sandbox.cloud.GeneratedObjects;
import org.junit.jupiter.api.Test;

class AwsNetworksTest {
  private final AwsSeedData seedData = AwsSeedData.forCluster("demo");
  private final ForeignController.Role role = new AwsNetworks(seedData).role();

  @Test
  void aClusterThatNamesOnlyItsRegionGetsTheSubnetsThatAreThereAndIsReady() {
    ObjectNode cluster = cluster();

    JsonNode network = complete(cluster).path("network");

    var region = seedData.region("us-east-1").orElseThrow();
    assertThat(network.at("/vpc/id").asText()).isEqualTo(region.vpc());
    assertThat(network.path("subnets"))
        .hasSameSizeAs(region.subnets())
        .allSatisfy(
            subnet ->
                assertThat(region.subnets())
                    .anyMatch(
                        there ->
                            there.id().equals(subnet.path("id").asText())
                                && there.zone().equals(subnet.path("availabilityZone").asText())));
    assertThat(status(cluster).path("ready").asBoolean()).isTrue();
  }

  @Test
  void subnetsThatAreNamedStay() {
    ObjectNode cluster = cluster();
    cluster.withObject("/spec/network").putArray("subnets").addObject().put("id", "subnet-own");

    assertThat(complete(cluster).at("/network/subnets"))
        .singleElement()
        .extracting(subnet -> subnet.path("id").asText())
        .isEqualTo("subnet-own");
  }

  @Test
  void aClusterOfAnotherToolIsLeftAlone() {
    ObjectNode cluster = cluster();
    cluster.withObject("/metadata/annotations").put("cluster.x-k8s.io/managed-by", "terraform");

    assertThat(complete(cluster).has("network")).isFalse();
    assertThat(status(cluster).isEmpty()).isTrue();
  }

  private static ObjectNode cluster() {
    ObjectNode cluster =
        GeneratedObjects.newObject(
            GeneratedObjects.INFRASTRUCTURE,
            "v1beta2",
            "AWSCluster",
            new ObjectKey("default", "demo"));
    cluster.putObject("spec").put("region", "us-east-1").put("sshKeyName", "default");
    return cluster;
  }

  private JsonNode complete(ObjectNode cluster) {
    role.completion().accept(cluster);
    return cluster.path("spec");
  }

  private ObjectNode status(ObjectNode cluster) {
    ObjectNode status = cluster.objectNode();
    role.report().accept(new ApiObject(cluster), status);
    return status;
  }
}
