package io.weir.provider.azure.akspool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.api.core.Cluster;
import io.weir.provider.KubernetesVersion;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.azure.api.AsoKinds;
import io.weir.provider.azure.api.AzureKinds;
import io.weir.provider.azure.api.AzureReasons;
import java.util.Optional;
import java.util.OptionalInt;

/** What the node pool of an AzureManagedMachinePool is to be. */
public final class AksPoolResolver {

  /** The versions of AKS's API that objects are applied in; ASO has had the first since 2.16. */
  private static final String VERSION = "v1api20250801";

  private static final String PREVIEW_VERSION = "v20251002preview";

  /** Annotation of an object of ASO: the Secret by which ASO asks Azure. */
  private static final String CREDENTIAL = "serviceoperator.azure.com/credential-from";

  private AksPoolResolver() {}

  /**
   * The node pool.
   *
   * @throws PrerequisiteException if its control plane is missing or not there yet, or a field
   *     cannot be honoured
   */
  public static AksPoolDesiredState resolve(PoolInputs in) throws PrerequisiteException {
    ApiObject controlPlane = in.controlPlane(AzureKinds.MANAGED_CONTROL_PLANE);
    if (!isInitialized(in, controlPlane)) {
      throw PrerequisiteException.waiting(
          AzureReasons.WAITING_FOR_CLUSTER, controlPlane + " is not initialized yet");
    }
    boolean sizedElsewhere = isAutoscaled(in.pool()) || in.hasExternallyManagedReplicas();
    return new AksPoolDesiredState(
        object(in, controlPlane),
        AgentPoolPatches.of(in.pool()),
        new NodeVersion(
            in.kubernetesVersion(),
            version(controlPlane, "/status/version")
                .or(() -> version(controlPlane, "/spec/version")),
            version(controlPlane, "/status/autoUpgradeVersion")),
        sizedElsewhere ? OptionalInt.empty() : OptionalInt.of(in.replicas()),
        in.replicas());
  }

  /** Whether AKS's own autoscaler sizes the pool. */
  static boolean isAutoscaled(ApiObject pool) {
    return pool.at("/spec/scaling").isObject();
  }

  /** Where Weir looks after the cluster, that is written on the Cluster. */
  private static boolean isInitialized(PoolInputs in, ApiObject controlPlane) {
    return controlPlane.at("/status/initialized").asBoolean()
        || in.cluster()
            .filter(
                cluster ->
                    cluster.as(Cluster.class).status().initialization().controlPlaneInitialized())
            .isPresent();
  }

  private static Optional<KubernetesVersion> version(ApiObject controlPlane, String pointer) {
    return KubernetesVersion.of(controlPlane.at(pointer).asText());
  }

  private static ObjectNode object(PoolInputs in, ApiObject controlPlane)
      throws PrerequisiteException {
    String cluster = in.cluster().map(ApiObject::name).orElse("");
    boolean preview = controlPlane.at("/spec/enablePreviewFeatures").asBoolean();
    ObjectNode tree = Json.MAPPER.createObjectNode();
    tree.put(
        "apiVersion", AsoKinds.AGENT_POOL.group() + "/" + (preview ? PREVIEW_VERSION : VERSION));
    tree.put("kind", AsoKinds.AGENT_POOL.kind());
    ObjectNode metadata = tree.putObject("metadata").put("name", in.pool().name());
    metadata.putObject("labels").put(MetadataKeys.CLUSTER_NAME, cluster);
    metadata.putObject("annotations").put(CREDENTIAL, cluster + "-aso-secret");
    ObjectNode spec = AgentPoolSpec.of(in.pool());
    spec.putObject("owner").put("name", controlPlane.name());
    Optional<String> subnet = subnet(in.pool(), controlPlane);
    subnet.ifPresent(id -> spec.putObject("vnetSubnetReference").put("armId", id));
    tree.set("spec", spec);
    return tree;
  }

  /** Without a virtual network, AKS makes one by itself. */
  private static Optional<String> subnet(ApiObject pool, ApiObject controlPlane)
      throws PrerequisiteException {
    JsonNode network = controlPlane.at("/spec/virtualNetwork");
    String own = pool.at("/spec/subnetName").asText();
    String subnet = own.isEmpty() ? network.at("/subnet/name").asText() : own;
    String name = network.path("name").asText();
    String subscription = controlPlane.at("/spec/subscriptionID").asText();
    if (subnet.isEmpty()) {
      return Optional.empty();
    }
    if (name.isEmpty() || subscription.isEmpty()) {
      throw PrerequisiteException.invalid(
          "%s has no %s, which the resource ID of subnet %s needs: set it"
              .formatted(
                  controlPlane,
                  name.isEmpty() ? "spec.virtualNetwork.name" : "spec.subscriptionID",
                  subnet));
    }
    String group = network.path("resourceGroup").asText();
    return Optional.of(
        "/subscriptions/%s/resourceGroups/%s/providers/Microsoft.Network/virtualNetworks/%s/subnets/%s"
            .formatted(
                subscription,
                group.isEmpty() ? controlPlane.at("/spec/resourceGroupName").asText() : group,
                name,
                subnet));
  }
}
