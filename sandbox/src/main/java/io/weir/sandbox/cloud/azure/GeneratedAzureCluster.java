package io.weir.sandbox.cloud.azure;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ObjectKey;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.sandbox.cloud.GeneratedObjects;
import java.util.List;

/**
 * An attached Cluster, its AzureCluster and its AzureClusterIdentity, for pools whose file has
 * none.
 *
 * @param key of all three
 * @param location where
 * @param tenant whose service principal calls
 * @param subnets those that its pools name; without any there is one, of the usual name
 */
record GeneratedAzureCluster(ObjectKey key, String location, String tenant, List<String> subnets) {
  private static final String VERSION = "v1beta1";

  GeneratedAzureCluster {
    subnets = subnets.isEmpty() ? List.of(key.name() + "-node-subnet") : List.copyOf(subnets);
  }

  List<ObjectNode> objects() {
    ObjectNode azure =
        GeneratedObjects.newObject(GeneratedObjects.INFRASTRUCTURE, VERSION, "AzureCluster", key);
    azure
        .withObject("/metadata")
        .putObject("annotations")
        .put("cluster.x-k8s.io/managed-by", "sandbox");
    azure.set("spec", spec());
    ObjectNode cluster =
        GeneratedObjects.newObject(GeneratedObjects.CORE, "v1beta2", "Cluster", key);
    GeneratedObjects.setReference(cluster, "infrastructureRef", "AzureCluster");
    return List.of(identity(), azure, cluster);
  }

  /** What the AzureCluster says. */
  ObjectNode spec() {
    ObjectNode spec =
        GeneratedObjects.newObject(GeneratedObjects.INFRASTRUCTURE, VERSION, "AzureCluster", key)
            .putObject("spec")
            .put("subscriptionID", AzureSeedData.SUBSCRIPTION)
            .put("resourceGroup", key.name())
            .put("location", location);
    spec.putObject("identityRef").put("kind", "AzureClusterIdentity").put("name", key.name());
    ObjectNode network = spec.putObject("networkSpec");
    network.putObject("vnet").put("name", key.name() + "-vnet").put("resourceGroup", key.name());
    ArrayNode list = network.putArray("subnets");
    subnets.forEach(subnet -> list.addObject().put("name", subnet).put("role", "node"));
    return spec;
  }

  private ObjectNode identity() {
    ObjectNode identity =
        GeneratedObjects.newObject(
            GeneratedObjects.INFRASTRUCTURE, VERSION, "AzureClusterIdentity", key);
    ObjectNode spec =
        identity
            .putObject("spec")
            .put("type", "ServicePrincipal")
            .put("tenantID", tenant)
            .put("clientID", AzureSeedData.PRINCIPAL.clientId());
    spec.putObject("clientSecret")
        .put("name", key.name() + "-azure")
        .put("namespace", key.namespace());
    spec.putObject("allowedNamespaces").putArray("list").add(key.namespace());
    return identity;
  }
}
