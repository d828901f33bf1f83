package io.weir.provider.oci.instancepool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Digest;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.provider.BootstrapData;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryCollector;
import io.weir.provider.QueryResults;
import io.weir.provider.RequiredBootstrapData;
import io.weir.provider.ResolveResult;
import io.weir.provider.fingerprint.CanonicalDigest;
import io.weir.provider.fingerprint.InstanceRevision;
import io.weir.provider.oci.account.ClusterNetwork;
import io.weir.provider.oci.api.OciKinds;
import io.weir.provider.oci.api.OciTags;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.TreeMap;

/** What an instance pool should be, from the objects of its pool and cluster. */
public final class InstancePoolResolver {
  private final PoolInputs in;
  private final QueryCollector queries;
  private final ClusterNetwork network;

  private InstancePoolResolver(PoolInputs in, QueryResults known) throws PrerequisiteException {
    this.in = in;
    this.queries = new QueryCollector(known);
    this.network =
        ClusterNetwork.of(
            in.infrastructureCluster(OciKinds.CLUSTER, OciKinds.MANAGED_CLUSTER), queries);
  }

  /** The desired state, or what must be asked or provided for it. */
  public static ResolveResult<DesiredInstancePool> resolve(PoolInputs in, QueryResults known) {
    try {
      var resolver = new InstancePoolResolver(in, known);
      DesiredInstancePool desired = resolver.desired();
      return resolver.queries.missing().isEmpty()
          ? new ResolveResult.Resolved<>(desired)
          : new ResolveResult.NeedsQueries<>(resolver.queries.missing());
    } catch (PrerequisiteException why) {
      return new ResolveResult.Blocked<>(why);
    }
  }

  private DesiredInstancePool desired() throws PrerequisiteException {
    BootstrapData data = RequiredBootstrapData.of(in);
    var factory = new LaunchDetailsFactory(in.pool(), network);
    LaunchDetails launch = factory.create(data);
    ObjectNode tags = network.freeformTags();
    tags.put(OciTags.MANAGEMENT_CLUSTER, in.marks().managementCluster());
    tags.put(OciTags.POOL, in.marks().pool());
    boolean external = in.hasExternallyManagedReplicas();
    return new DesiredInstancePool(
        in.pool().name(),
        Objects.requireNonNullElse(network.spec().compartmentId(), ""),
        launch,
        placement(factory.subnet()),
        names(),
        tags,
        network.definedTags().deepCopy(),
        revision(launch, data),
        external ? OptionalInt.empty() : OptionalInt.of(in.replicas()),
        in.replicas(),
        external
            ? List.of(
                "the MachinePool has the annotation %s, so its spec.replicas has no effect: remove the annotation to scale by spec.replicas"
                    .formatted(MetadataKeys.REPLICAS_MANAGED_BY))
            : List.of());
  }

  private ObjectNode names() {
    ObjectNode names = Json.MAPPER.createObjectNode();
    for (String field : List.of("instanceDisplayNameFormatter", "instanceHostnameFormatter")) {
      String pattern = in.pool().at("/spec/" + field).asText("");
      if (!pattern.isEmpty()) {
        names.put(field, pattern);
      }
    }
    return names;
  }

  private InstanceRevision revision(LaunchDetails launch, BootstrapData data) {
    return new InstanceRevision(
        CanonicalDigest.of(
            List.of(launch.revision(), RequiredBootstrapData.version(in.machinePool()))),
        data.inputDigest().isEmpty() ? Digest.sha256(data.base64()) : data.inputDigest(),
        in.machinePool()
            .annotation(MetadataKeys.ROLL_ON_BOOTSTRAP_CHANGE)
            .filter(value -> !value.equals("false"))
            .isPresent());
  }

  private ArrayNode placement(String subnet) throws PrerequisiteException {
    Map<String, List<String>> domains = network.availabilityDomains();
    JsonNode asked = in.pool().at("/spec/placementDetails");
    Map<String, List<String>> chosen = asked.isEmpty() ? domains : new TreeMap<>();
    for (JsonNode place : asked) {
      int number = place.path("availabilityDomain").asInt();
      String name =
          domains.keySet().stream()
              .filter(each -> each.endsWith("-" + number))
              .findFirst()
              .orElse("");
      // Before the cloud has answered there are none.
      if (name.isEmpty() && !domains.isEmpty()) {
        throw PrerequisiteException.invalid(
            "%s: spec.placementDetails names availability domain %d, and there are %s: correct the number"
                .formatted(in.pool(), number, String.join(", ", domains.keySet())));
      }
      chosen.put(name, domains.getOrDefault(name, List.of()));
    }
    ArrayNode places = Json.MAPPER.createArrayNode();
    chosen.forEach(
        (domain, faultDomains) -> {
          ObjectNode entry = places.addObject();
          entry.put("availabilityDomain", domain).put("primarySubnetId", subnet);
          if (!faultDomains.isEmpty()) {
            faultDomains.forEach(entry.putArray("faultDomains")::add);
          }
        });
    return places;
  }
}
