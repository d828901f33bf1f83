package io.weir.sandbox.cloud.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.azure.arm.ResourceId;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.sandbox.cloud.GeneratedObjects;
import io.weir.sandbox.cloud.PoolManifests;
import io.weir.sandbox.cloud.WorldFitter;
import io.weir.sandbox.objects.Manifests;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Lets a tenant grow by what the pools of a cluster name in Azure. */
final class AzureWorldFitter implements WorldFitter {
  private static final GroupKind CLUSTER =
      new GroupKind(GeneratedObjects.INFRASTRUCTURE, "AzureCluster");
  private static final GroupKind POOL =
      new GroupKind(GeneratedObjects.INFRASTRUCTURE, "AzureMachinePool");
  private static final String HOME = "westeurope";

  private final AzureWorld before;
  private final PoolManifests objects;
  private final TenantBuilder tenant;

  AzureWorldFitter(AzureWorld before, Manifests manifests) {
    this.before = before;
    this.objects = new PoolManifests(manifests);
    this.tenant = new TenantBuilder(before.seedData());
    tenant.addPrincipals(ServicePrincipals.of(manifests));
  }

  /**
   * A MachinePool and the spec of its AzureMachinePool, which may be missing.
   *
   * @param machinePool the object
   * @param infrastructure the spec
   */
  private record Pool(ApiObject machinePool, JsonNode infrastructure) {
    JsonNode template() {
      return infrastructure.path("template");
    }

    String location() {
      return infrastructure.path("location").asText("");
    }

    /** Identities of its machines. */
    Stream<ResourceId> identities() {
      return infrastructure
          .path("userAssignedIdentities")
          .valueStream()
          .map(each -> each.path("providerID").asText("").replaceFirst("^azure://", ""))
          .flatMap(id -> ResourceId.parse(id).stream());
    }

    Stream<String> subnets() {
      return Stream.concat(
              Stream.of(template().path("subnetName")),
              template()
                  .path("networkInterfaces")
                  .valueStream()
                  .map(each -> each.path("subnetName")))
          .flatMap(name -> PoolManifests.text(name).stream());
    }
  }

  private List<Pool> pools(ObjectKey cluster) {
    return objects
        .machinePools(cluster)
        .map(
            pool ->
                new Pool(
                    pool, objects.infrastructure(pool, POOL).orElse(MissingNode.getInstance())))
        .toList();
  }

  @Override
  public boolean hasPoolsOf(ObjectKey cluster) {
    return objects
        .machinePools(cluster)
        .anyMatch(pool -> objects.infrastructure(pool, POOL).isPresent());
  }

  @Override
  public Supplement add(ObjectKey key) {
    List<Pool> pools = pools(key);
    for (Pool pool : pools) {
      PoolManifests.text(pool.template().path("vmSize")).ifPresent(tenant::addSize);
      new RequiredImages(pool.template()).addTo(tenant, pool.machinePool());
    }
    Optional<ApiObject> cluster = objects.find(GroupKind.CLUSTER, key);
    if (cluster.isPresent()) {
      objects
          .find(CLUSTER, PoolManifests.named(key, cluster.get().at("/spec/infrastructureRef")))
          .ifPresent(azure -> addNetwork(azure.name(), azure.spec(), pools));
      return Supplement.NONE;
    }
    String location =
        pools.stream().map(Pool::location).filter(each -> !each.isEmpty()).findFirst().orElse(HOME);
    List<String> subnets = pools.stream().flatMap(Pool::subnets).distinct().toList();
    var generated = new GeneratedAzureCluster(key, location, tenant.id(), subnets);
    addNetwork(key.name(), generated.spec(), pools);
    return new Supplement(
        generated.objects(),
        List.of(
            "%s has no Cluster %s: added an attached Cluster, an AzureCluster and an AzureClusterIdentity of that name in %s"
                .formatted(objects.manifests().name(), key, location)));
  }

  /** What a cluster and its pools name in its subscription. */
  private void addNetwork(String name, JsonNode azure, List<Pool> pools) {
    String subscription = text(azure.path("subscriptionID"), AzureSeedData.SUBSCRIPTION);
    String group = text(azure.path("resourceGroup"), name);
    String location = text(azure.path("location"), HOME);
    tenant.addGroup(subscription, group, location);
    pools.stream().map(Pool::location).filter(each -> !each.isEmpty()).forEach(tenant::addLocation);
    pools.stream().flatMap(Pool::identities).forEach(id -> addIdentity(id, location));
    JsonNode network = azure.path("networkSpec");
    PoolManifests.text(network.at("/vnet/name"))
        .ifPresent(
            vnet ->
                Stream.concat(
                        network.path("subnets").valueStream().map(s -> s.path("name").asText()),
                        pools.stream().flatMap(Pool::subnets))
                    .forEach(
                        subnet ->
                            tenant.addSubnet(
                                subscription,
                                text(network.at("/vnet/resourceGroup"), group),
                                vnet,
                                subnet)));
    PoolManifests.text(network.at("/nodeOutboundLB/backendPool/name"))
        .ifPresent(
            pool ->
                tenant.addBackendPool(
                    subscription, group, network.at("/nodeOutboundLB/name").asText(), pool));
  }

  private void addIdentity(ResourceId id, String location) {
    tenant.addGroup(id.subscription(), id.group(), location);
    tenant.addIdentity(id.subscription(), id.group(), id.name());
  }

  private static String text(JsonNode node, String otherwise) {
    return PoolManifests.text(node).orElse(otherwise);
  }

  @Override
  public FittedWorld fitted() {
    List<String> added = tenant.added();
    return new FittedWorld(
        before.with(tenant.build()),
        added.isEmpty()
            ? List.of()
            : List.of(
                "added to Azure what %s names: %s"
                    .formatted(objects.manifests().name(), String.join(", ", added))));
  }
}
