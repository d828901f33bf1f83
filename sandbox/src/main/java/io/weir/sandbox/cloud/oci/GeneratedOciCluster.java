package io.weir.sandbox.cloud.oci;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ObjectKey;
import io.weir.clouds.oci.seed.OciSeedData;
import io.weir.sandbox.cloud.GeneratedObjects;
import java.util.List;

/** Clusters in Oracle Cloud, for pools whose file has none. */
final class GeneratedOciCluster {
  private static final String VERSION = "v1beta2";

  private GeneratedOciCluster() {}

  /** One whose control plane is there, and the network of its machines. */
  static List<ObjectNode> attached(ObjectKey key) {
    return List.of(identity(key), network("OCICluster", key), cluster("OCICluster", key));
  }

  /** One of OKE. */
  static List<ObjectNode> managed(ObjectKey key) {
    ObjectNode controlPlane = object("OCIManagedControlPlane", key);
    controlPlane.putObject("spec").put("id", "ocid1.cluster.oc1.iad." + key.name());
    ObjectNode cluster = cluster("OCIManagedCluster", key);
    GeneratedObjects.setReference(cluster, "controlPlaneRef", "OCIManagedControlPlane");
    return List.of(identity(key), network("OCIManagedCluster", key), controlPlane, cluster);
  }

  private static ObjectNode identity(ObjectKey key) {
    ObjectNode identity = object("OCIClusterIdentity", key);
    identity
        .putObject("spec")
        .put("type", "UserPrincipal")
        .putObject("principalSecret")
        .put("name", key.name() + "-oci")
        .put("namespace", key.namespace());
    identity.withObject("/spec/allowedNamespaces").putArray("list").add(key.namespace());
    return identity;
  }

  private static ObjectNode network(String kind, ObjectKey key) {
    OciSeedData seed = OciSeedData.standard();
    ObjectNode infrastructure = object(kind, key);
    ObjectNode spec = infrastructure.putObject("spec");
    spec.put("compartmentId", seed.compartment()).put("region", seed.region());
    spec.put("ociResourceIdentifier", key.name());
    spec.putObject("identityRef").put("name", key.name());
    ObjectNode vcn = spec.putObject("networkSpec").putObject("vcn");
    for (String role : List.of("worker", "pod")) {
      vcn.withArray("/subnets")
          .addObject()
          .put("name", role)
          .put("role", role)
          .put("id", "ocid1.subnet.oc1.iad." + role);
      vcn.withArray("/networkSecurityGroup/list")
          .addObject()
          .put("name", role)
          .put("role", role)
          .put("id", "ocid1.networksecuritygroup.oc1.iad." + role);
    }
    return infrastructure;
  }

  private static ObjectNode cluster(String infrastructure, ObjectKey key) {
    ObjectNode cluster =
        GeneratedObjects.newObject(GeneratedObjects.CORE, "v1beta2", "Cluster", key);
    GeneratedObjects.setReference(cluster, "infrastructureRef", infrastructure);
    return cluster;
  }

  private static ObjectNode object(String kind, ObjectKey key) {
    return GeneratedObjects.newObject(GeneratedObjects.INFRASTRUCTURE, VERSION, kind, key);
  }
}
