package io.weir.provider.aws.eks.calls;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.provider.FoundCluster;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.api.AwsMetadataKeys;
import io.weir.provider.aws.api.EksKeys;
import io.weir.provider.aws.network.calls.NetworkReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.DescribeSubnetsRequest;
import software.amazon.awssdk.services.ec2.model.Subnet;
import software.amazon.awssdk.services.eks.model.Cluster;
import software.amazon.awssdk.services.eks.model.ClusterStatus;
import software.amazon.awssdk.services.eks.model.DescribeClusterRequest;
import software.amazon.awssdk.services.eks.model.IpFamily;
import software.amazon.awssdk.services.eks.model.VpcConfigResponse;

/** Looks an EKS cluster up, with what its node groups need: its network and its security group. */
public final class ClusterLookup {

  private static final int HTTPS = 443;

  private ClusterLookup() {}

  /** Asks EKS for the cluster, and EC2 for its subnets. */
  public static FoundCluster find(EksPoolCalls calls, String name) throws ProviderException {
    Cluster cluster = described(calls, name);
    VpcConfigResponse vpc = cluster.resourcesVpcConfig();
    List<Subnet> subnets = subnets(calls, vpc);
    URI endpoint = URI.create(cluster.endpoint());
    return new FoundCluster(
        endpoint.getHost(),
        endpoint.getPort() < 0 ? HTTPS : endpoint.getPort(),
        "v" + cluster.version(),
        caPem(cluster),
        controlPlane -> {
          fillNetwork(controlPlane.withObject("/spec/network"), vpc, subnets);
          serviceCidr(cluster)
              .ifPresent(
                  cidr ->
                      MetadataEdits.setAnnotation(controlPlane, MetadataKeys.SERVICE_CIDR, cidr));
        },
        status -> {
          status.put("externalManagedControlPlane", true);
          setSecurityGroup(status, vpc);
        });
  }

  /**
   * The cluster, with an endpoint.
   *
   * @throws ProviderException if there is none, or EKS is still making it
   */
  static Cluster described(EksPoolCalls calls, String name) throws ProviderException {
    Cluster cluster = calls.describeCluster(DescribeClusterRequest.builder().name(name).build());
    boolean usable =
        cluster.status() == ClusterStatus.ACTIVE || cluster.status() == ClusterStatus.UPDATING;
    if (!usable || cluster.endpoint() == null) {
      throw new ProviderException.Busy(
          "EKS cluster %s is %s; it can be used once it is ACTIVE"
              .formatted(name, cluster.statusAsString()),
          null);
    }
    return cluster;
  }

  /** What its API server is known by. */
  static String caPem(Cluster cluster) {
    return new String(
        Base64.getMimeDecoder().decode(cluster.certificateAuthority().data()),
        StandardCharsets.US_ASCII);
  }

  /** Where its services are; empty if EKS does not tell. */
  static Optional<String> serviceCidr(Cluster cluster) {
    return Optional.ofNullable(cluster.kubernetesNetworkConfig())
        .map(
            network ->
                network.ipFamily() == IpFamily.IPV6
                    ? network.serviceIpv6Cidr()
                    : network.serviceIpv4Cidr());
  }

  private static List<Subnet> subnets(EksPoolCalls calls, VpcConfigResponse vpc)
      throws ProviderException {
    return vpc == null || vpc.subnetIds().isEmpty()
        ? List.of()
        : calls
            .describeSubnets(DescribeSubnetsRequest.builder().subnetIds(vpc.subnetIds()).build())
            .subnets();
  }

  private static void fillNetwork(ObjectNode network, VpcConfigResponse vpc, List<Subnet> found) {
    if (vpc != null && vpc.vpcId() != null && network.at("/vpc/id").asText("").isEmpty()) {
      network.withObject("/vpc").put("id", vpc.vpcId());
    }
    if (network.path("subnets").isEmpty() && !found.isEmpty()) {
      ArrayNode subnets = network.putArray("subnets");
      for (Subnet subnet : found) {
        subnets
            .addObject()
            .put("id", subnet.subnetId())
            .put("availabilityZone", subnet.availabilityZone())
            .put("isPublic", isPublic(subnet));
      }
    }
  }

  /** As its tags say; without any, or with both for load balancers, as its addresses do. */
  static boolean isPublic(Subnet subnet) {
    Map<String, String> tags = NetworkReader.tags(subnet.tags());
    String role = tags.get(AwsMetadataKeys.ROLE_TAG);
    boolean open = EksKeys.PUBLIC_ROLE.equals(role);
    if (open || EksKeys.PRIVATE_ROLE.equals(role)) {
      return open;
    }
    boolean external = tags.containsKey(EksKeys.PUBLIC_SUBNET_TAG);
    boolean internal = tags.containsKey(EksKeys.PRIVATE_SUBNET_TAG);
    return external == internal ? Boolean.TRUE.equals(subnet.mapPublicIpOnLaunch()) : external;
  }

  /** That of the cluster is the one that lets nodes reach the control plane. */
  private static void setSecurityGroup(ObjectNode status, VpcConfigResponse vpc) {
    if (vpc != null && vpc.clusterSecurityGroupId() != null) {
      for (String role : List.of(EksKeys.CLUSTER_SECURITY_GROUP, AwsMetadataKeys.NODE_ROLE)) {
        status
            .withObject("/networkStatus/securityGroups/" + role)
            .put("id", vpc.clusterSecurityGroupId())
            .put("name", "eks-cluster");
      }
    }
  }
}
