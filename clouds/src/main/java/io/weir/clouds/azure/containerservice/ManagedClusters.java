package io.weir.clouds.azure.containerservice;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.azure.arm.ArmCall;
import io.weir.clouds.azure.arm.ArmErrorException;
import io.weir.clouds.azure.arm.ResourceId;
import io.weir.clouds.azure.arm.Subscription;
import io.weir.clouds.http.RestResponse;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/** The clusters of AKS in a subscription; others make them. */
public final class ManagedClusters {
  private static final String TYPE = "Microsoft.ContainerService/managedClusters";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Subscription subscription;
  private final Map<String, ManagedCluster> byId = new TreeMap<>();

  /** None yet. */
  public ManagedClusters(Subscription subscription) {
    this.subscription = subscription;
  }

  /** Makes a cluster, or changes the one of its name. */
  public void put(ManagedCluster cluster) {
    byId.put(id(cluster).key(), cluster);
  }

  private ResourceId id(ManagedCluster cluster) {
    return new ResourceId(subscription.id(), cluster.group(), TYPE, cluster.name());
  }

  private ManagedCluster named(ArmCall call) {
    ResourceId id = call.resourceId(TYPE, "name");
    ManagedCluster cluster = byId.get(id.key());
    if (cluster == null) {
      throw ArmErrorException.notFound(TYPE, id.name(), id.group());
    }
    return cluster;
  }

  /** Answers a call. */
  public RestResponse get(ArmCall call) {
    ManagedCluster cluster = named(call);
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    shown.put("id", id(cluster).toString()).put("name", cluster.name()).put("type", TYPE);
    ObjectNode properties = shown.put("location", cluster.location()).putObject("properties");
    properties.put("provisioningState", "Succeeded");
    properties.putObject("powerState").put("code", cluster.powerState());
    properties.put("kubernetesVersion", cluster.version());
    properties.put("currentKubernetesVersion", cluster.version());
    properties.put("fqdn", URI.create(cluster.server()).getHost());
    properties.put(
        "nodeResourceGroup",
        "MC_%s_%s_%s".formatted(cluster.group(), cluster.name(), cluster.location()));
    properties.put("disableLocalAccounts", cluster.withEntraId());
    if (cluster.withEntraId()) {
      properties
          .putObject("aadProfile")
          .put("managed", true)
          .put("enableAzureRBAC", false)
          .put("tenantID", subscription.seed().tenant());
    }
    return RestResponse.ok(shown);
  }

  /** Answers a call, as for callers that say {@code format=exec}. */
  public RestResponse listUserCredential(ArmCall call) {
    ManagedCluster cluster = named(call);
    String user =
        cluster.withEntraId()
            ? "{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: kubelogin, args:"
                + " [get-token]}}"
            : "{token: that-of-an-administrator}";
    String kubeconfig =
        """
        apiVersion: v1
        kind: Config
        clusters:
        - name: %1$s
          cluster:
            server: %2$s
            certificate-authority-data: %3$s
        contexts:
        - name: %1$s
          context: {cluster: %1$s, user: clusterUser}
        current-context: %1$s
        users:
        - name: clusterUser
          user: %4$s
        """
            .formatted(cluster.name(), cluster.server(), cluster.certificateAuthority(), user);
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer
        .putArray("kubeconfigs")
        .addObject()
        .put("name", "clusterUser")
        .put(
            "value",
            Base64.getEncoder().encodeToString(kubeconfig.getBytes(StandardCharsets.UTF_8)));
    return RestResponse.ok(answer);
  }

  /** For {@link io.weir.clouds.site.SiteServices#save}. */
  public ArrayNode save() {
    ArrayNode saved = JsonNodeFactory.instance.arrayNode();
    byId.values().forEach(cluster -> saved.add(JSON.<JsonNode>valueToTree(cluster)));
    return saved;
  }

  /** For {@link io.weir.clouds.site.SiteServices#load}. */
  public void load(JsonNode saved) {
    for (JsonNode each : saved) {
      try {
        put(JSON.treeToValue(each, ManagedCluster.class));
      } catch (JsonProcessingException malformed) {
        throw new IllegalArgumentException(malformed.getOriginalMessage(), malformed);
      }
    }
  }
}
