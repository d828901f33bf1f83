package io.weir.sandbox.cloud.aws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.sandbox.cloud.PoolManifests;
import io.weir.sandbox.cloud.WorldFitter;
import io.weir.sandbox.objects.Manifests;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Lets a region grow by what the pools of a cluster name in AWS. */
final class AwsWorldFitter implements WorldFitter {
  private static final GroupKind AWS_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSMachinePool");
  private static final GroupKind EKS_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSManagedMachinePool");
  private static final String HOME = "us-east-1";

  private final AwsWorld before;
  private final PoolManifests objects;
  private final Map<String, RegionBuilder> regions = new TreeMap<>();

  AwsWorldFitter(AwsWorld before, Manifests manifests) {
    this.before = before;
    this.objects = new PoolManifests(manifests);
    if (!before.isExample()) {
      before.seedData().regions().forEach(r -> regions.put(r.name(), RegionBuilder.of(r)));
    }
  }

  @Override
  public boolean hasPoolsOf(ObjectKey cluster) {
    return objects.machinePools(cluster).anyMatch(pool -> infrastructure(pool).isPresent());
  }

  private Optional<JsonNode> infrastructure(ApiObject machinePool) {
    return objects
        .infrastructure(machinePool, AWS_POOL)
        .or(() -> objects.infrastructure(machinePool, EKS_POOL));
  }

  private boolean isOfEks(ApiObject machinePool) {
    return objects.infrastructure(machinePool, EKS_POOL).isPresent();
  }

  /** The spec of the object that names region and network, which is another one with EKS. */
  private Optional<JsonNode> owner(ObjectKey key, ApiObject cluster) {
    return objects
        .find(
            AwsNetworks.AWS_CLUSTER,
            PoolManifests.named(key, cluster.at("/spec/infrastructureRef")))
        .or(
            () ->
                objects.find(
                    EksClusters.CONTROL_PLANE,
                    PoolManifests.named(key, cluster.at("/spec/controlPlaneRef"))))
        .map(ApiObject::spec);
  }

  @Override
  public FittedWorld fitted() {
    List<String> notes =
        regions.values().stream()
            .filter(region -> !region.added().isEmpty())
            .map(
                region ->
                    "added to %s what %s names: %s"
                        .formatted(
                            region.name(),
                            objects.manifests().name(),
                            String.join(", ", region.added())))
            .toList();
    return new FittedWorld(
        regions.isEmpty()
            ? before
            : before.with(
                new AwsSeedData(
                    before.seedData().accounts(),
                    regions.values().stream().map(RegionBuilder::build).toList())),
        notes);
  }

  @Override
  public Supplement add(ObjectKey key) {
    Optional<ApiObject> cluster = objects.find(GroupKind.CLUSTER, key);
    JsonNode aws = cluster.flatMap(found -> owner(key, found)).orElse(MissingNode.getInstance());
    List<Pool> pools = pools(key);
    RegionBuilder region = region(key, aws, pools);
    region.addClusterSecurityGroups(key.name());
    network(region, aws);
    pools.forEach(pool -> pool(region, aws, pool));
    if (cluster.isPresent()) {
      return Supplement.NONE;
    }
    boolean eks = objects.machinePools(key).anyMatch(this::isOfEks);
    return new Supplement(
        eks
            ? GeneratedEksCluster.objects(key, region, pools.getFirst().version())
            : GeneratedAwsCluster.objects(key, region),
        List.of(
            "%s has no Cluster %s: added an attached Cluster and an %s of that name in %s"
                .formatted(
                    objects.manifests().name(),
                    key,
                    eks ? "AWSManagedControlPlane" : "AWSCluster",
                    region.name())));
  }

  private RegionBuilder region(ObjectKey key, JsonNode aws, List<Pool> pools) {
    String named = aws.path("region").asText("");
    String name =
        named.isEmpty()
            ? ZoneNames.firstRegion(pools.stream().flatMap(Pool::zones).toList()).orElse(HOME)
            : named;
    return regions.computeIfAbsent(name, absent -> RegionBuilder.of(absent, key.name()));
  }

  private static void network(RegionBuilder region, JsonNode aws) {
    PoolManifests.text(aws.at("/network/vpc/id")).ifPresent(region::setNetwork);
    for (JsonNode subnet : aws.at("/network/subnets")) {
      PoolManifests.text(subnet.path("resourceID"))
          .or(() -> PoolManifests.text(subnet.path("id")))
          .filter(id -> id.startsWith("subnet-"))
          .ifPresent(
              id ->
                  region.addSubnet(
                      id, subnet.path("availabilityZone").asText(""), zonesOf(region)));
    }
    aws.at("/network/securityGroupOverrides")
        .valueStream()
        .forEach(id -> PoolManifests.text(id).ifPresent(region::addSecurityGroup));
  }

  private static void pool(RegionBuilder region, JsonNode aws, Pool pool) {
    List<String> zones =
        pool.zones().filter(zone -> ZoneNames.isInRegion(region.name(), zone)).toList();
    pool.subnets()
        .forEach(id -> region.addSubnet(id, "", zones.isEmpty() ? zonesOf(region) : zones));
    zones.forEach(region::addZone);
    JsonNode template = pool.infrastructure().path("awsLaunchTemplate");
    Stream.of(template.path("sshKeyName"), pool.infrastructure().at("/remoteAccess/sshKeyName"))
        .forEach(key -> PoolManifests.text(key).ifPresent(region::addKeyPair));
    PoolManifests.text(template.path("iamInstanceProfile")).ifPresent(region::addInstanceProfile);
    PoolManifests.text(pool.infrastructure().path("roleName")).ifPresent(region::addRole);
    template
        .path("additionalSecurityGroups")
        .forEach(group -> PoolManifests.text(group.path("id")).ifPresent(region::addSecurityGroup));
    String architecture =
        RequiredImages.instanceTypes(pool.infrastructure()).stream()
            .map(region::addInstanceType)
            .toList()
            .stream()
            .findFirst()
            .orElse("x86_64");
    new RequiredImages(template, aws).addTo(region, pool.version(), architecture);
  }

  /**
   * A MachinePool and the spec of its infrastructure pool, which may be missing.
   *
   * @param machinePool the object
   * @param infrastructure the spec
   */
  private record Pool(ApiObject machinePool, JsonNode infrastructure) {
    Stream<String> zones() {
      return Stream.concat(
          infrastructure.path("availabilityZones").valueStream().map(JsonNode::asText),
          machinePool.at("/spec/failureDomains").valueStream().map(JsonNode::asText));
    }

    /** As groups name them, and as node groups do. */
    Stream<String> subnets() {
      return Stream.concat(
              infrastructure.path("subnets").valueStream().map(subnet -> subnet.path("id")),
              infrastructure.path("subnetIDs").valueStream())
          .flatMap(id -> PoolManifests.text(id).stream());
    }

    String version() {
      return machinePool.at("/spec/template/spec/version").asText("");
    }
  }

  private List<Pool> pools(ObjectKey cluster) {
    return objects
        .machinePools(cluster)
        .map(pool -> new Pool(pool, infrastructure(pool).orElse(MissingNode.getInstance())))
        .toList();
  }

  private static List<String> zonesOf(RegionBuilder region) {
    return Stream.of("a", "b", "c").map(letter -> region.name() + letter).toList();
  }
}
