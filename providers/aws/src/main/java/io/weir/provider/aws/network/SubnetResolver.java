package io.weir.provider.aws.network;

import io.weir.api.ObjectKey;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryCollector;
import io.weir.provider.aws.api.AWSCluster.Subnet;
import io.weir.provider.aws.api.AWSResourceReference;
import io.weir.provider.aws.api.AwsMetadataKeys;
import io.weir.provider.aws.api.AwsReasons;
import io.weir.provider.aws.network.NetworkQuery.Filter;
import io.weir.provider.aws.network.NetworkQuery.FoundResources;
import io.weir.provider.aws.network.NetworkQuery.SubnetsWhere;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Where instances are placed: the first of the pool's subnets, the pool's zones, the MachinePool's
 * failure domains, all private subnets of the cluster that says anything.
 *
 * @param subnets the pool's
 * @param availabilityZones the pool's
 * @param subnetType which subnets of a zone: {@code public} or {@code private}; others for all
 * @param failureDomains the MachinePool's
 * @param cluster subnets that the cluster's object records
 * @param source where subnets are named, for messages
 */
public record SubnetResolver(
    List<AWSResourceReference> subnets,
    List<String> availabilityZones,
    @Nullable String subnetType,
    List<String> failureDomains,
    List<Subnet> cluster,
    SubnetSource source) {

  /**
   * Where subnets are named.
   *
   * @param field of the pool
   * @param kind of the cluster's object
   * @param key of that object
   */
  public record SubnetSource(String field, String kind, ObjectKey key) {}

  private static final Set<String> EDGE_ZONES = Set.of("local-zone", "wavelength-zone");
  private static final String SECONDARY = "secondary";

  /** Ids of the subnets; empty while AWS must be asked. */
  public Optional<List<String>> resolve(QueryCollector queryCollector)
      throws PrerequisiteException {
    if (!subnets.isEmpty()) {
      return named(queryCollector);
    }
    if (!availabilityZones.isEmpty()) {
      return Optional.of(inZones("spec.availabilityZones", availabilityZones));
    }
    if (!failureDomains.isEmpty()) {
      return Optional.of(inZones("MachinePool spec.failureDomains", failureDomains));
    }
    return Optional.of(allPrivate());
  }

  /** Why the MachinePool's failure domains do not count; empty if they do, or there are none. */
  public Optional<String> ignoredPlacement(List<String> chosen) {
    if (chosen.stream().allMatch(this::inFailureDomains)
        || failureDomains.isEmpty()
        || (subnets.isEmpty() && availabilityZones.isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(
        "MachinePool spec.failureDomains (%s) is not used: %s tells where instances are placed; remove one of the two"
            .formatted(
                String.join(", ", failureDomains),
                subnets.isEmpty() ? "spec.availabilityZones" : "spec.subnets"));
  }

  private boolean inFailureDomains(String chosen) {
    return cluster.stream()
        .filter(subnet -> subnet.awsId().equals(chosen))
        .anyMatch(
            subnet ->
                failureDomains.stream().anyMatch(zone -> zone.equals(subnet.availabilityZone())));
  }

  private Optional<List<String>> named(QueryCollector queryCollector) throws PrerequisiteException {
    var ids = new ArrayList<String>();
    var filters = new ArrayList<Filter>();
    for (AWSResourceReference subnet : subnets) {
      if (subnet.id() != null && !subnet.id().isEmpty()) {
        ids.add(subnet.id());
      }
      subnet.filters().forEach(filter -> filters.add(new Filter(filter.name(), filter.values())));
    }
    if (filters.isEmpty()) {
      if (ids.isEmpty()) {
        throw none("spec.subnets names no subnet; give each entry an id or filters");
      }
      return Optional.of(List.copyOf(ids));
    }
    var answer = queryCollector.resultOf(new SubnetsWhere(filters), FoundResources.class);
    if (answer.isEmpty()) {
      return Optional.empty();
    }
    var found =
        answer.get().resources().stream()
            .filter(subnet -> !secondary(subnet.tags()))
            .map(FoundResources.Resource::id)
            .toList();
    if (found.isEmpty()) {
      throw none("no subnet in AWS matches all filters in spec.subnets; correct them");
    }
    ids.addAll(found);
    return Optional.of(List.copyOf(ids));
  }

  private List<String> inZones(String field, List<String> zones) throws PrerequisiteException {
    var ids = new ArrayList<String>();
    for (String zone : zones) {
      var found =
          ids(subnet -> zone.equals(subnet.availabilityZone()) && !edge(subnet) && wanted(subnet));
      if (found.isEmpty()) {
        throw none(
            "%s names %s, where %s %s has no %ssubnet; correct it, or add one to %s spec.network.subnets"
                .formatted(field, zone, source.kind(), source.key(), subnetKind(), source.kind()));
      }
      ids.addAll(found);
    }
    return List.copyOf(ids);
  }

  private List<String> allPrivate() throws PrerequisiteException {
    var found = ids(subnet -> !subnet.isPublic() && !edge(subnet) && !secondary(subnet.tags()));
    if (found.isEmpty()) {
      throw none(
          "%s %s has no private subnet; set %s, or %s spec.network.subnets"
              .formatted(source.kind(), source.key(), source.field(), source.kind()));
    }
    return found;
  }

  private boolean wanted(Subnet subnet) {
    return switch (subnetKind()) {
      case "public " -> subnet.isPublic() && !secondary(subnet.tags());
      case "private " -> !subnet.isPublic() && !secondary(subnet.tags());
      default -> true;
    };
  }

  private String subnetKind() {
    return "public".equals(subnetType) || "private".equals(subnetType) ? subnetType + " " : "";
  }

  private List<String> ids(Predicate<Subnet> which) {
    return cluster.stream().filter(which).map(Subnet::awsId).filter(id -> !id.isEmpty()).toList();
  }

  private static boolean edge(Subnet subnet) {
    return subnet.zoneType() != null && EDGE_ZONES.contains(subnet.zoneType());
  }

  private static boolean secondary(Map<String, String> tags) {
    return SECONDARY.equals(tags.get(AwsMetadataKeys.SUBNET_ASSOCIATION_TAG));
  }

  private static PrerequisiteException none(String message) {
    return PrerequisiteException.needsUserAction(AwsReasons.SUBNETS_NOT_FOUND, message);
  }
}
