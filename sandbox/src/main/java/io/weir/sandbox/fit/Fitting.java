package io.weir.sandbox.fit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.aws.world.World;
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
 * that is attached; what they name in the cloud and the world lacks is added to the world.
 */
public final class Fitting {
  private static final GroupKind AWS_CLUSTER =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSCluster");
  private static final GroupKind AWS_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSMachinePool");
  private static final GroupKind KAPSULE_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "ScalewayManagedMachinePool");
  private static final String HOME = "us-east-1";

  private final Manifests manifests;
  private final Map<String, RegionDraft> regions = new TreeMap<>();
  private final List<ObjectNode> supplied = new ArrayList<>();
  private final List<String> told = new ArrayList<>();

  private final Optional<World> before;

  private Fitting(Manifests manifests, Optional<World> before) {
    this.manifests = manifests;
    this.before = before;
    before.ifPresent(
        world -> world.regions().forEach(r -> regions.put(r.name(), RegionDraft.of(r))));
  }

  /** A world for manifests, and the manifests for it. */
  public static Fitted fit(Manifests manifests) {
    return fit(manifests, Optional.empty());
  }

  /** The same, in a world that is there already and keeps all that it has. */
  public static Fitted fit(Manifests manifests, Optional<World> before) {
    return new Fitting(manifests, before).fitted();
  }

  private Fitted fitted() {
    Set<ObjectKey> clusters = new LinkedHashSet<>();
    manifests.of(GroupKind.CLUSTER).forEach(cluster -> clusters.add(Manifests.key(cluster)));
    manifests.of(GroupKind.MACHINE_POOL).forEach(pool -> clusters.add(clusterOf(pool)));
    clusters.forEach(this::cluster);
    for (RegionDraft region : regions.values()) {
      if (!region.added().isEmpty()) {
        told.add(
            "%s has got what %s names: %s"
                .formatted(region.name(), manifests.name(), String.join(", ", region.added())));
      }
    }
    return new Fitted(world(), manifests.after(supplied), told);
  }

  private World world() {
    World home = before.orElseGet(() -> World.of("demo"));
    return regions.isEmpty()
        ? home
        : new World(home.accounts(), regions.values().stream().map(RegionDraft::region).toList());
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
    RegionDraft region = region(key, aws, pools);
    region.cluster(key.name());
    network(region, aws);
    pools.forEach(pool -> pool(region, aws, pool));
    if (cluster.isEmpty()) {
      supplied.addAll(Supplied.cluster(key, region));
      told.add(
          "%s has no Cluster %s: an attached Cluster and an AWSCluster of that name in %s are supplied"
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
    String region = SuppliedKapsule.region(zone);
    supplied.addAll(SuppliedKapsule.cluster(key, region, version));
    told.add(
        "%s has no Cluster %s: an attached Cluster, a ScalewayManagedCluster and a ScalewayManagedControlPlane of that name in %s are supplied"
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

  private RegionDraft region(ObjectKey key, JsonNode aws, List<Pool> pools) {
    String named = aws.path("region").asText("");
    String name =
        named.isEmpty()
            ? Zones.region(pools.stream().flatMap(Pool::zones).toList()).orElse(HOME)
            : named;
    return regions.computeIfAbsent(name, absent -> RegionDraft.of(absent, key.name()));
  }

  private static void network(RegionDraft region, JsonNode aws) {
    text(aws.at("/network/vpc/id")).ifPresent(region::network);
    for (JsonNode subnet : aws.at("/network/subnets")) {
      text(subnet.path("resourceID"))
          .or(() -> text(subnet.path("id")))
          .filter(id -> id.startsWith("subnet-"))
          .ifPresent(
              id -> region.subnet(id, subnet.path("availabilityZone").asText(""), zonesOf(region)));
    }
    aws.at("/network/securityGroupOverrides")
        .valueStream()
        .forEach(id -> text(id).ifPresent(region::securityGroup));
  }

  private static void pool(RegionDraft region, JsonNode aws, Pool pool) {
    List<String> zones = pool.zones().filter(zone -> Zones.in(region.name(), zone)).toList();
    for (JsonNode subnet : pool.infrastructure().path("subnets")) {
      text(subnet.path("id"))
          .ifPresent(id -> region.subnet(id, "", zones.isEmpty() ? zonesOf(region) : zones));
    }
    zones.forEach(region::zone);
    JsonNode template = pool.infrastructure().path("awsLaunchTemplate");
    text(template.path("sshKeyName")).ifPresent(region::keyPair);
    text(template.path("iamInstanceProfile")).ifPresent(region::instanceProfile);
    template
        .path("additionalSecurityGroups")
        .forEach(group -> text(group.path("id")).ifPresent(region::securityGroup));
    String architecture =
        ImageNeed.instanceTypes(pool.infrastructure()).stream()
            .map(region::instanceType)
            .toList()
            .stream()
            .findFirst()
            .orElse("x86_64");
    new ImageNeed(template, aws).into(region, pool.version(), architecture);
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

  private static List<String> zonesOf(RegionDraft region) {
    return Stream.of("a", "b", "c").map(letter -> region.name() + letter).toList();
  }

  private Optional<ApiObject> find(GroupKind kind, ObjectKey key) {
    return manifests.of(kind).stream()
        .filter(object -> Manifests.key(object).equals(key))
        .findFirst();
  }

  private static ObjectKey named(ObjectKey sibling, JsonNode reference) {
    return new ObjectKey(sibling.namespace(), reference.path("name").asText(""));
  }

  private static ObjectKey clusterOf(ApiObject pool) {
    return new ObjectKey(Manifests.key(pool).namespace(), pool.at("/spec/clusterName").asText(""));
  }

  private static Optional<String> text(JsonNode node) {
    return Optional.of(node.asText("")).filter(text -> !text.isEmpty());
  }
}
