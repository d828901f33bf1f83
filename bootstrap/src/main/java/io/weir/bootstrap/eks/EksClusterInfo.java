package io.weir.bootstrap.eks;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.core.Cluster;
import io.weir.bootstrap.BootstrapDataException;
import java.util.Optional;

/**
 * What a joining machine must know of its EKS cluster.
 *
 * @param name of the EKS cluster
 * @param endpoint URL of the API server
 * @param certificateAuthority its CA certificates, in PEM and then base64; empty for a kind of
 *     config that needs none
 * @param serviceCidr CIDR of the services, as the Cluster names it, or else as EKS has told; empty
 *     if neither is known
 * @param vpcIpv6Cidr IPv6 CIDR of the VPC, an empty text if it is not known yet; empty if the VPC
 *     has no IPv6
 */
public record EksClusterInfo(
    String name,
    String endpoint,
    String certificateAuthority,
    Optional<String> serviceCidr,
    Optional<String> vpcIpv6Cidr) {

  private static final int HTTPS = 443;

  /** Who runs the control plane of an EKS cluster. */
  public static final GroupKind CONTROL_PLANE =
      new GroupKind("controlplane.cluster.x-k8s.io", "AWSManagedControlPlane");

  /** Whether configs of a kind name the CA: nodeadm must be told, the bootstrap script asks EKS. */
  public static boolean hasAuthority(GroupKind config) {
    return config.equals(GroupKind.NODEADM_CONFIG);
  }

  /**
   * From the objects in the management cluster.
   *
   * @param controlPlane the Cluster's AWSManagedControlPlane
   * @param certificateAuthority as one of the Cluster's Secrets has it
   * @throws BootstrapDataException if one of them does not say yet what it must
   */
  public static EksClusterInfo of(
      ApiObject cluster, ApiObject controlPlane, String certificateAuthority) {
    String name = controlPlane.at("/spec/eksClusterName").asText("");
    if (name.isEmpty()) {
      throw BootstrapDataException.missing(
          controlPlane + " spec.eksClusterName", "is not set; set it to the EKS cluster's name");
    }
    Cluster.Endpoint endpoint = cluster.as(Cluster.class).spec().controlPlaneEndpoint();
    if (endpoint.host().isEmpty()) {
      throw BootstrapDataException.missing(
          cluster + " spec.controlPlaneEndpoint.host",
          "is not set; set it to the URL of the EKS cluster's API server");
    }
    return new EksClusterInfo(
        name,
        url(endpoint),
        certificateAuthority,
        text(cluster.at("/spec/clusterNetwork/services/cidrBlocks/0"))
            .or(() -> controlPlane.annotation(MetadataKeys.SERVICE_CIDR)),
        Optional.of(controlPlane.at("/spec/network/vpc/ipv6"))
            .filter(JsonNode::isObject)
            .map(ipv6 -> ipv6.path("cidrBlock").asText("")));
  }

  /** Who attaches a cluster names a host, the AWS provider a URL; nodeadm takes URLs only. */
  private static String url(Cluster.Endpoint endpoint) {
    String host = endpoint.host().contains("://") ? endpoint.host() : "https://" + endpoint.host();
    boolean usual = endpoint.port() == 0 || endpoint.port() == HTTPS;
    return usual ? host : host + ":" + endpoint.port();
  }

  private static Optional<String> text(JsonNode node) {
    return Optional.of(node.asText("")).filter(text -> !text.isEmpty());
  }
}
