package io.weir.sandbox.cloud.aws;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.clouds.aws.seed.Region;
import io.weir.sandbox.cloud.ForeignController;
import io.weir.sandbox.cloud.GeneratedObjects;

/** The networks of the simulated AWS, as objects of clusters name them. */
final class AwsNetworks {
  /** The kind of a cluster whose network its own controller makes. */
  static final GroupKind AWS_CLUSTER = new GroupKind(GeneratedObjects.INFRASTRUCTURE, "AWSCluster");

  private final AwsSeedData seedData;

  /** Those of an account. */
  AwsNetworks(AwsSeedData seedData) {
    this.seedData = seedData;
  }

  /** What the controller of AWSClusters does; those that another tool looks after it leaves. */
  ForeignController.Role role() {
    return new ForeignController.Role(
        AWS_CLUSTER,
        tree -> {
          if (!isLookedAfterByOthers(tree)) {
            complete(tree.withObject("/spec"));
          }
        },
        (cluster, status) -> {
          if (!isLookedAfterByOthers(cluster.copyTree())) {
            status.put("ready", true);
          }
        });
  }

  private static boolean isLookedAfterByOthers(ObjectNode cluster) {
    return cluster.path("metadata").path("annotations").has(MetadataKeys.MANAGED_BY);
  }

  /** Names the network of the region in a spec that names no subnet. */
  void complete(ObjectNode spec) {
    if (spec.at("/network/subnets").isEmpty()) {
      seedData
          .region(spec.path("region").asText(""))
          .ifPresent(region -> write(spec.withObject("/network"), region));
    }
  }

  /** Names VPC and subnets. */
  static void write(ObjectNode network, Region region) {
    network.withObject("/vpc").put("id", region.vpc());
    ArrayNode subnets = network.putArray("subnets");
    region
        .subnets()
        .forEach(
            subnet ->
                subnets
                    .addObject()
                    .put("id", subnet.id())
                    .put("availabilityZone", subnet.zone())
                    .put("isPublic", false));
  }
}
