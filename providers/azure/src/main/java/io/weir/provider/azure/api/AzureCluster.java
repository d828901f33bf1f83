package io.weir.provider.azure.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.EmptyIfNull;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The Azure side of a cluster, as far as pools read it. Another provider owns this kind.
 *
 * @param spec what was asked for; empty when the object has none
 * @param status what was found or made; empty before the first report
 */
public record AzureCluster(Spec spec, Status status) {

  public AzureCluster {
    spec = spec == null ? Spec.EMPTY : spec;
    status = status == null ? Status.EMPTY : status;
  }

  /**
   * What was asked for.
   *
   * @param location region; empty only when the object has no spec
   * @param subscriptionID subscription
   * @param resourceGroup resource group of everything of the cluster; absent means the cluster's
   *     name
   * @param azureEnvironment cloud, such as {@code AzurePublicCloud}, {@code AzureChinaCloud} or
   *     {@code AzureUSGovernmentCloud}; absent means the first
   * @param identityRef whose credentials are used; absent is refused: nothing is lent for want of a
   *     field
   * @param additionalTags tags for everything of the cluster
   * @param networkSpec virtual network, subnets and load balancers
   * @param extendedLocation edge zone of the cluster; absent when it is in none
   * @param cloudProviderConfigOverrides settings of the cloud provider configuration on machines;
   *     absent means its defaults
   */
  public record Spec(
      String location,
      @Nullable String subscriptionID,
      @Nullable String resourceGroup,
      @Nullable String azureEnvironment,
      @Nullable IdentityReference identityRef,
      Map<String, String> additionalTags,
      NetworkSpec networkSpec,
      @Nullable ExtendedLocation extendedLocation,
      @Nullable CloudProviderConfigOverrides cloudProviderConfigOverrides) {

    /** None of it set. */
    public static final Spec EMPTY =
        new Spec("", null, null, null, null, Map.of(), NetworkSpec.EMPTY, null, null);

    public Spec {
      additionalTags = EmptyIfNull.map(additionalTags);
      networkSpec = networkSpec == null ? NetworkSpec.EMPTY : networkSpec;
    }
  }

  /**
   * An edge zone.
   *
   * @param name its name
   * @param type {@code EdgeZone}
   */
  public record ExtendedLocation(String name, String type) {}

  /**
   * Settings of the cloud provider configuration on machines.
   *
   * @param rateLimits how often it may call, by kind of call
   * @param backOffs how it repeats calls that failed; absent means that it does not
   */
  public record CloudProviderConfigOverrides(
      List<RateLimit> rateLimits, @Nullable BackOffs backOffs) {

    public CloudProviderConfigOverrides {
      rateLimits = EmptyIfNull.list(rateLimits);
    }
  }

  /**
   * How often the cloud provider may make calls of a kind.
   *
   * @param name kind of call, such as {@code virtualMachineScaleSetRateLimit}, or {@code
   *     defaultRateLimit} for all others
   * @param config the limit
   */
  public record RateLimit(String name, @Nullable RateLimitConfig config) {}

  /**
   * A limit. Numbers that are no integers are quantities of Kubernetes.
   *
   * @param cloudProviderRateLimit whether there is one
   * @param cloudProviderRateLimitQPS reads a second
   * @param cloudProviderRateLimitBucket reads at once
   * @param cloudProviderRateLimitQPSWrite writes a second
   * @param cloudProviderRateLimitBucketWrite writes at once
   */
  public record RateLimitConfig(
      boolean cloudProviderRateLimit,
      @Nullable JsonNode cloudProviderRateLimitQPS,
      long cloudProviderRateLimitBucket,
      @Nullable JsonNode cloudProviderRateLimitQPSWrite,
      long cloudProviderRateLimitBucketWrite) {}

  /**
   * How the cloud provider repeats calls that failed. Numbers that are no integers are quantities
   * of Kubernetes.
   *
   * @param cloudProviderBackoff whether with growing delays
   * @param cloudProviderBackoffRetries how often
   * @param cloudProviderBackoffExponent by how much each delay is longer than the one before
   * @param cloudProviderBackoffDuration seconds before the first repetition
   * @param cloudProviderBackoffJitter random share of the delays
   */
  public record BackOffs(
      boolean cloudProviderBackoff,
      long cloudProviderBackoffRetries,
      @Nullable JsonNode cloudProviderBackoffExponent,
      long cloudProviderBackoffDuration,
      @Nullable JsonNode cloudProviderBackoffJitter) {}

  /**
   * Names an AzureClusterIdentity.
   *
   * @param kind {@code AzureClusterIdentity}
   * @param namespace its namespace; absent means the cluster's
   * @param name its name
   */
  public record IdentityReference(
      @Nullable String kind, @Nullable String namespace, @Nullable String name) {}

  /**
   * Virtual network, subnets and load balancers.
   *
   * @param vnet the virtual network
   * @param subnets the subnets
   * @param nodeOutboundLB load balancer through which nodes reach the internet; absent when they
   *     reach it otherwise
   */
  public record NetworkSpec(
      VNet vnet, List<Subnet> subnets, @Nullable LoadBalancer nodeOutboundLB) {

    /** None of it set. */
    public static final NetworkSpec EMPTY = new NetworkSpec(VNet.EMPTY, List.of(), null);

    public NetworkSpec {
      vnet = vnet == null ? VNet.EMPTY : vnet;
      subnets = EmptyIfNull.list(subnets);
    }
  }

  /**
   * The virtual network.
   *
   * @param name its name; empty until it is known
   * @param resourceGroup its resource group; absent means the cluster's
   * @param cidrBlocks its address ranges; one of IPv6 gives machines an address of it
   */
  public record VNet(String name, @Nullable String resourceGroup, List<String> cidrBlocks) {

    /** None of it set. */
    public static final VNet EMPTY = new VNet("", null, List.of());

    public VNet {
      cidrBlocks = EmptyIfNull.list(cidrBlocks);
    }
  }

  /**
   * A subnet of the cluster.
   *
   * @param name its name
   * @param role what it is for: {@code node}, {@code control-plane}, {@code bastion} or {@code
   *     cluster}, which is both of the first two
   * @param id its resource ID; absent until it was made
   * @param cidrBlocks its address ranges
   * @param securityGroup its network security group; absent until it is known
   * @param routeTable its route table; absent until it is known, or when it has none
   */
  public record Subnet(
      String name,
      String role,
      @Nullable String id,
      List<String> cidrBlocks,
      @Nullable SecurityGroup securityGroup,
      @Nullable RouteTable routeTable) {

    public Subnet {
      cidrBlocks = EmptyIfNull.list(cidrBlocks);
    }

    /** Whether machines of pools may be in it. */
    public boolean isForNodes() {
      return role.equals("node") || role.equals("cluster");
    }
  }

  /**
   * A network security group.
   *
   * @param name its name
   */
  public record SecurityGroup(@Nullable String name) {}

  /**
   * A route table.
   *
   * @param name its name
   */
  public record RouteTable(@Nullable String name) {}

  /**
   * A load balancer.
   *
   * @param name its name
   * @param backendPool whom it serves
   */
  public record LoadBalancer(@Nullable String name, @Nullable BackendPool backendPool) {}

  /**
   * Whom a load balancer serves.
   *
   * @param name its name
   */
  public record BackendPool(@Nullable String name) {}

  /**
   * What was found or made.
   *
   * @param ready whether the Azure side can take machines
   */
  public record Status(boolean ready) {

    /** None of it set. */
    public static final Status EMPTY = new Status(false);
  }
}
