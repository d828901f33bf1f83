package io.weir.sandbox.prepare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.sandbox.objects.Manifests;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads manifests for what they take for granted. Pools whose Cluster is not among them get one
 * that is attached; what they name in the cloud and the seed data lacks is added to the seed data.
 */
public final class ManifestPreparer {
  private static final GroupKind AWS_CLUSTER =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSCluster");
  private static final GroupKind AWS_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSMachinePool");
  private static final GroupKind KAPSULE_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "ScalewayManagedMachinePool");
  private static final String HOME = "us-east-1";

  private final Manifests manifests;
  private final Map<String, RegionBuilder> regions = new TreeMap<>();
  private final List<ObjectNode> supplied = new ArrayList<>();
  private final List<String> additions = new ArrayList<>();

  private final Optional<AwsSeedData> before;

  private ManifestPreparer(Manifests manifests, Optional<AwsSeedData> before) {
    this.manifests = manifests;
    this.before = before;
    before.ifPresent(
        awsSeedData ->
            awsSeedData.regions().forEach(r -> regions.put(r.name(), RegionBuilder.of(r))));
  }

  /** Seed data for manifests, and the manifests for it. */
  public static PreparedManifests prepare(Manifests manifests) {
    return prepare(manifests, Optional.empty());
  }

  /** The same, with seed data that is there already and keeps all that it has. */
  public static PreparedManifests prepare(Manifests manifests, Optional<AwsSeedData> before) {
    return new ManifestPreparer(manifests, before).fitted();
  }

  private PreparedManifests fitted() {
    Set<ObjectKey> clusters = new LinkedHashSet<>();
    manifests.of(GroupKind.CLUSTER).forEach(cluster -> clusters.add(Manifests.keyOf(cluster)));
    manifests.of(GroupKind.MACHINE_POOL).forEach(pool -> clusters.add(clusterOf(pool)));
    clusters.forEach(this::cluster);
    for (RegionBuilder region : regions.values()) {
      if (!region.added().isEmpty()) {
        additions.add(
            "added to %s what %s names: %s"
                .formatted(region.name(), manifests.name(), String.join(", ", region.added())));
      }
    }
    return new PreparedManifests(seedData(), manifests.withFirst(supplied), additions);
  }

  private AwsSeedData seedData() {
    AwsSeedData home = before.orElseGet(() -> AwsSeedData.forCluster("demo"));
    return regions.isEmpty()
        ? home
        : new AwsSeedData(
            home.accounts(), regions.values().stream().map(RegionBuilder::build).toList());
  }

  private void cluster(ObjectKey key) {
    Optional<ApiObject> cluster = find(GroupKind.CLUSTER, key);
    List<ApiObject> kapsule =
        machinePools(key)
            .filter(pool -> infrastructure(key, pool, KAPSULE_POOL).isPresent())
            .toList();
    if (!kapsule.isEmpty()) {
      kapsule(key, cluster, kapsule);
      return;
    }
    JsonNode aws =
        cluster
            .flatMap(found -> find(AWS_CLUSTER, named(key, found.at("/spec/infrastructureRef"))))
            .<JsonNode>map(ApiObject::spec)
            .orElse(MissingNode.getInstance());
    List<Pool> pools = pools(key);
    RegionBuilder region = region(key, aws, pools);
    region.addClusterSecurityGroups(key.name());
    network(region, aws);
    pools.forEach(pool -> pool(region, aws, pool));
    if (cluster.isEmpty()) {
      supplied.addAll(GeneratedAwsCluster.objects(key, region));
      additions.add(
          "%s has no Cluster %s: added an attached Cluster and an AWSCluster of that name in %s"
              .formatted(manifests.name(), key, region.name()));
    }
  }

  /** Nothing of it is in AWS, and the simulated Kapsule is the same for everybody. */
  private void kapsule(ObjectKey key, Optional<ApiObject> cluster, List<ApiObject> pools) {
    if (cluster.isPresent()) {
      return;
    }
    String zone =
        pools.stream()
            .flatMap(pool -> infrastructure(key, pool, KAPSULE_POOL).stream())
            .flatMap(spec -> text(spec.path("zone")).stream())
            .findFirst()
            .orElse("");
    String version =
        pools.stream()
            .map(pool -> pool.at("/spec/template/spec/version").asText(""))
            .findFirst()
            .orElse("");
    String region = GeneratedKapsuleCluster.regionOfZone(zone);
    supplied.addAll(GeneratedKapsuleCluster.objects(key, region, version));
    additions.add(
        "%s has no Cluster %s: added an attached Cluster, a ScalewayManagedCluster and a ScalewayManagedControlPlane of that name in %s"
            .formatted(manifests.name(), key, region));
  }

  private Optional<JsonNode> infrastructure(ObjectKey cluster, ApiObject pool, GroupKind kind) {
    return Optional.of(pool.at("/spec/template/spec/infrastructureRef"))
        .filter(reference -> reference.path("kind").asText().equals(kind.kind()))
        .flatMap(reference -> find(kind, named(cluster, reference)))
        .map(ApiObject::spec);
  }

  private Stream<ApiObject> machinePools(ObjectKey cluster) {
    return manifests.of(GroupKind.MACHINE_POOL).stream()
        .filter(pool -> clusterOf(pool).equals(cluster));
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
    text(aws.at("/network/vpc/id")).ifPresent(region::setNetwork);
    for (JsonNode subnet : aws.at("/network/subnets")) {
      text(subnet.path("resourceID"))
          .or(() -> text(subnet.path("id")))
          .filter(id -> id.startsWith("subnet-"))
          .ifPresent(
              id ->
                  region.addSubnet(
                      id, subnet.path("availabilityZone").asText(""), zonesOf(region)));
    }
    aws.at("/network/securityGroupOverrides")
        .valueStream()
        .forEach(id -> text(id).ifPresent(region::addSecurityGroup));
  }

  private static void pool(RegionBuilder region, JsonNode aws, Pool pool) {
    List<String> zones =
        pool.zones().filter(zone -> ZoneNames.isInRegion(region.name(), zone)).toList();
    for (JsonNode subnet : pool.infrastructure().path("subnets")) {
      text(subnet.path("id"))
          .ifPresent(id -> region.addSubnet(id, "", zones.isEmpty() ? zonesOf(region) : zones));
    }
    zones.forEach(region::addZone);
    JsonNode template = pool.infrastructure().path("awsLaunchTemplate");
    text(template.path("sshKeyName")).ifPresent(region::addKeyPair);
    text(template.path("iamInstanceProfile")).ifPresent(region::addInstanceProfile);
    template
        .path("additionalSecurityGroups")
        .forEach(group -> text(group.path("id")).ifPresent(region::addSecurityGroup));
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
   * A MachinePool and the spec of its AWSMachinePool, which may be missing.
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

    String version() {
      return machinePool.at("/spec/template/spec/version").asText("");
    }
  }

  private List<Pool> pools(ObjectKey cluster) {
    return machinePools(cluster)
        .map(
            pool ->
                new Pool(
                    pool,
                    infrastructure(cluster, pool, AWS_POOL).orElse(MissingNode.getInstance())))
        .toList();
  }

  private static List<String> zonesOf(RegionBuilder region) {
    return Stream.of("a", "b", "c").map(letter -> region.name() + letter).toList();
  }

  private Optional<ApiObject> find(GroupKind kind, ObjectKey key) {
    return manifests.of(kind).stream()
        .filter(object -> Manifests.keyOf(object).equals(key))
        .findFirst();
  }

  private static ObjectKey named(ObjectKey sibling, JsonNode reference) {
    return new ObjectKey(sibling.namespace(), reference.path("name").asText(""));
  }

  private static ObjectKey clusterOf(ApiObject pool) {
    return new ObjectKey(
        Manifests.keyOf(pool).namespace(), pool.at("/spec/clusterName").asText(""));
  }

  private static Optional<String> text(JsonNode node) {
    return Optional.of(node.asText("")).filter(text -> !text.isEmpty());
  }
}
