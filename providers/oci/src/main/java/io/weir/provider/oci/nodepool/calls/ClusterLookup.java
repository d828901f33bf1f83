package io.weir.provider.oci.nodepool.calls;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.FoundCluster;
import io.weir.provider.ProviderException;
import io.weir.provider.oci.nodepool.OkeCluster;
import io.weir.provider.oci.nodepool.OkeEndpoint;

/**
 * Looks an OKE cluster up, with the network by which the names of subnets are told.
 *
 * @param calls those in the scope of the cluster
 * @param privately whether the private address is used also where there is a public one
 */
public record ClusterLookup(NodePoolCalls calls, boolean privately) {

  /** Asks OKE for the cluster. */
  public FoundCluster find() throws ProviderException {
    JsonNode cluster = calls.usableCluster();
    OkeEndpoint endpoint = endpoint(cluster);
    return new FoundCluster(
        endpoint.host(),
        endpoint.port(),
        OkeCluster.of(cluster).version(),
        "",
        _ -> {},
        _ -> {},
        infrastructure -> fill(infrastructure, cluster),
        _ -> {});
  }

  /**
   * By which address the cluster is reached.
   *
   * @throws ProviderException if OKE tells none
   */
  OkeEndpoint endpoint(JsonNode cluster) throws ProviderException {
    return OkeEndpoint.of(cluster, privately)
        .orElseThrow(
            () ->
                new ProviderException.Busy(
                    "OKE cluster %s has no%s address yet"
                        .formatted(calls.cloudScope().parentId(), privately ? " private" : ""),
                    null));
  }

  /** The network, and a value for the tag of all that is made for the cluster. */
  private static void fill(ObjectNode infrastructure, JsonNode cluster) {
    String network = cluster.path("vcnId").asText("");
    if (!network.isEmpty() && infrastructure.at("/networkSpec/vcn/id").asText("").isEmpty()) {
      infrastructure.withObject("/networkSpec/vcn").put("id", network);
    }
    if (infrastructure.path("ociResourceIdentifier").asText("").isEmpty()) {
      infrastructure.put("ociResourceIdentifier", cluster.path("id").asText());
    }
  }
}
