package io.weir.sandbox.cloud.oci;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ObjectKey;
import io.weir.clouds.oci.seed.OciSeedData;
import io.weir.sandbox.cloud.GeneratedObjects;
import java.util.List;

/** A Cluster that is a cluster of OKE, for pools whose file has none. */
final class GeneratedOkeCluster {
  private static final String VERSION = "v1beta2";

  private GeneratedOkeCluster() {}

  /** All of it. */
  static List<ObjectNode> objects(ObjectKey key) {
    OciSeedData seed = OciSeedData.standard();
    ObjectNode identity = object("OCIClusterIdentity", key);
    identity
        .putObject("spec")
        .put("type", "UserPrincipal")
        .putObject("principalSecret")
        .put("name", key.name() + "-oci")
        .put("namespace", key.namespace());
    identity.withObject("/spec/allowedNamespaces").putArray("list").add(key.namespace());
    ObjectNode managed = object("OCIManagedCluster", key);
    ObjectNode spec = managed.putObject("spec");
    spec.put("compartmentId", seed.compartment()).put("region", seed.region());
    spec.put("ociResourceIdentifier", key.name());
    spec.putObject("identityRef").put("name", key.name());
    ObjectNode vcn = spec.putObject("networkSpec").putObject("vcn");
    for (String role : List.of("worker", "pod")) {
      vcn.withArray("/subnets")
          .addObject()
          .put("name", role)
          .put("role", role)
          .put("id", subnet(role));
      vcn.withArray("/networkSecurityGroup/list")
          .addObject()
          .put("name", role)
          .put("role", role)
          .put("id", "ocid1.networksecuritygroup.oc1.iad." + role);
    }
    ObjectNode controlPlane = object("OCIManagedControlPlane", key);
    controlPlane.putObject("spec").put("id", "ocid1.cluster.oc1.iad." + key.name());
    ObjectNode cluster =
        GeneratedObjects.newObject(GeneratedObjects.CORE, "v1beta2", "Cluster", key);
    GeneratedObjects.setReference(cluster, "infrastructureRef", "OCIManagedCluster");
    GeneratedObjects.setReference(cluster, "controlPlaneRef", "OCIManagedControlPlane");
    return List.of(identity, managed, controlPlane, cluster);
  }

  private static String subnet(String role) {
    return "ocid1.subnet.oc1.iad." + role;
  }

  private static ObjectNode object(String kind, ObjectKey key) {
    return GeneratedObjects.newObject(GeneratedObjects.INFRASTRUCTURE, VERSION, kind, key);
  }
}
