package io.weir.provider.oci.instancepool.calls;

import static io.weir.provider.http.JsonApiClient.urlEncode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import io.weir.provider.oci.account.OciScopeResolver;
import io.weir.provider.oci.account.calls.OciClient;
import io.weir.provider.oci.api.OciTags;
import io.weir.provider.oci.instancepool.InstanceConfiguration;
import io.weir.provider.oci.instancepool.InstancePool;
import io.weir.provider.oci.instancepool.PoolInstance;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The calls to Compute Management in the compartment of one scope.
 *
 * @param client the client of the scope
 * @param cloudScope the compartment and the tag of the cluster
 * @see <a href="https://docs.oracle.com/en-us/iaas/api/#/en/iaas/20160918/">API</a>
 */
public record InstancePoolCalls(OciClient client, CloudScope cloudScope) {
  private static final String API = "/20160918";
  private static final String POOLS = API + "/instancePools";
  private static final String CONFIGURATIONS = API + "/instanceConfigurations";
  private static final String WORK_REQUESTS = API + "/workRequests";

  private String compartment() {
    return "?compartmentId=" + urlEncode(cloudScope.account());
  }

  /** The instance pools that are there and may be of the cluster: of it, or without its tag. */
  public List<InstancePool> pools() throws ProviderException {
    return client.list("ListInstancePools", POOLS + compartment()).stream()
        .map(each -> InstancePool.of(each, ""))
        .filter(each -> !each.isTerminated() && isOfCluster(each.tag(OciTags.CLUSTER_RESOURCE)))
        .toList();
  }

  private boolean isOfCluster(String resource) {
    return resource.isEmpty() || resource.equals(OciScopeResolver.resourceOf(cloudScope));
  }

  /** An instance pool with its etag, which no list has. */
  public InstancePool pool(String id) throws ProviderException {
    InstancePool found = InstancePool.of(client.get("GetInstancePool", path(id)));
    if (!found.id().equals(id)) {
      throw new ProviderException.Transient(
          "GetInstancePool: the response is not the instance pool", null);
    }
    return found;
  }

  /** The instances of a pool that are not gone. */
  public List<PoolInstance> instances(String id) throws ProviderException {
    String prefix = OciScopeResolver.providerIdPrefix(cloudScope);
    return client
        .list("ListInstancePoolInstances", path(id) + "/instances" + compartment())
        .stream()
        .map(each -> PoolInstance.of(each, prefix))
        .filter(each -> !each.isTerminated())
        .toList();
  }

  /** The configurations of the cluster. */
  public List<InstanceConfiguration> configurations() throws ProviderException {
    return client.list("ListInstanceConfigurations", CONFIGURATIONS + compartment()).stream()
        .map(InstanceConfiguration::of)
        .filter(
            each ->
                each.tag(OciTags.CLUSTER_RESOURCE).equals(OciScopeResolver.resourceOf(cloudScope)))
        .toList();
  }

  /** A configuration with its content. */
  public InstanceConfiguration content(InstanceConfiguration listed) throws ProviderException {
    return listed.withContent(
        client.get("GetInstanceConfiguration", configuration(listed.id())).body());
  }

  /**
   * What went wrong in the latest work request of a pool, in Oracle Cloud's words; empty if nothing
   * did. Nothing else tells why instances cannot be launched.
   */
  public String failure(String poolId) throws ProviderException {
    String query = compartment() + "&resourceId=" + urlEncode(poolId);
    List<JsonNode> requests = client.list("ListWorkRequests", WORK_REQUESTS + query);
    var latest =
        requests.stream()
            .max((a, b) -> accepted(a).compareTo(accepted(b)))
            .map(each -> each.path("id").asText(""));
    if (latest.isEmpty()) {
      return "";
    }
    String errors = WORK_REQUESTS + "/" + urlEncode(latest.get()) + "/errors?limit=100";
    return client.list("ListWorkRequestErrors", errors).stream()
        .map(each -> each.path("message").asText("") + " (" + each.path("code").asText("") + ")")
        .distinct()
        .sorted()
        .collect(Collectors.joining("; "));
  }

  private static String accepted(JsonNode request) {
    return request.path("timeAccepted").asText("");
  }

  /** Makes a configuration. */
  public InstanceConfiguration createConfiguration(ObjectNode fields, String retryToken)
      throws ProviderException {
    return InstanceConfiguration.of(
        client
            .write("CreateInstanceConfiguration", "POST", CONFIGURATIONS, fields, retryToken, "")
            .body());
  }

  /** Sets the tags of a configuration. */
  public InstanceConfiguration tagConfiguration(String id, ObjectNode fields)
      throws ProviderException {
    return InstanceConfiguration.of(
        client
            .write("UpdateInstanceConfiguration", "PUT", configuration(id), fields, "", "")
            .body());
  }

  /** Removes a configuration. */
  public void deleteConfiguration(String id) throws ProviderException {
    JsonResponse _ =
        client.write("DeleteInstanceConfiguration", "DELETE", configuration(id), null, "", "");
  }

  /** Creates an instance pool. Asking twice with another token makes two. */
  public InstancePool create(ObjectNode fields, String retryToken) throws ProviderException {
    return InstancePool.of(
        client.write("CreateInstancePool", "POST", POOLS, fields, retryToken, ""));
  }

  /** Sets what is named and leaves the rest. */
  public InstancePool update(String id, String etag, ObjectNode fields) throws ProviderException {
    return InstancePool.of(client.write("UpdateInstancePool", "PUT", path(id), fields, "", etag));
  }

  /** Sets the size. */
  public InstancePool resize(String id, String etag, int size) throws ProviderException {
    return update(id, etag, Json.MAPPER.createObjectNode().put("size", size));
  }

  /** Takes an instance out of a pool and ends it; with {@code shrink} the size falls with it. */
  public void end(String id, String instance, boolean shrink) throws ProviderException {
    ObjectNode body = Json.MAPPER.createObjectNode().put("instanceId", instance);
    body.put("isDecrementSize", shrink).put("isAutoTerminate", true);
    JsonResponse _ =
        client.write(
            "DetachInstancePoolInstance",
            "POST",
            path(id) + "/actions/detachInstance",
            body,
            "",
            "");
  }

  /** Removes an instance pool with its instances. */
  public void delete(String id, String etag) throws ProviderException {
    JsonResponse _ = client.write("TerminateInstancePool", "DELETE", path(id), null, "", etag);
  }

  private static String path(String id) {
    return POOLS + "/" + urlEncode(id);
  }

  private static String configuration(String id) {
    return CONFIGURATIONS + "/" + urlEncode(id);
  }
}
