package io.weir.provider.aws.network;

import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryCollector;
import io.weir.provider.aws.api.AWSCluster.SecurityGroup;
import io.weir.provider.aws.api.AWSResourceReference;
import io.weir.provider.aws.api.AwsMetadataKeys;
import io.weir.provider.aws.api.AwsReasons;
import io.weir.provider.aws.api.EksKeys;
import io.weir.provider.aws.network.NetworkQuery.Filter;
import io.weir.provider.aws.network.NetworkQuery.FoundResources;
import io.weir.provider.aws.network.NetworkQuery.SecurityGroupsWhere;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The security groups of instances: those of the cluster for nodes and load balancers, and the
 * pool's additional ones. The cluster's are read from its status, else its overrides, else found by
 * the tags that its groups carry in AWS.
 *
 * @param additional the pool's own
 * @param owner kind of the object that describes the cluster's network, for people
 * @param roles of the cluster's groups that instances get, that of nodes first
 * @param recorded by role, from that object's status
 * @param overrides by role, from its spec
 * @param cluster name of the Cluster, which Clusters of other namespaces may have, too
 * @param vpc id of the cluster's VPC; empty if that object names none
 */
public record SecurityGroupResolver(
    List<AWSResourceReference> additional,
    String owner,
    List<String> roles,
    Map<String, SecurityGroup> recorded,
    Map<String, String> overrides,
    String cluster,
    Optional<String> vpc) {

  /** Those of a cluster whose control plane are machines. */
  public static final List<String> ROLES =
      List.of(AwsMetadataKeys.NODE_ROLE, AwsMetadataKeys.LOAD_BALANCER_ROLE);

  /** Those of an EKS cluster. */
  public static final List<String> EKS_ROLES =
      List.of(AwsMetadataKeys.NODE_ROLE, EksKeys.ADDITIONAL_NODE_SECURITY_GROUP);

  /** Ids of the groups; empty while AWS must be asked. */
  public Optional<List<String>> resolve(QueryCollector queryCollector)
      throws PrerequisiteException {
    var ids = new ArrayList<String>();
    boolean complete = true;
    complete &=
        new AdditionalSecurityGroups(additional)
            .resolve(queryCollector)
            .map(ids::addAll)
            .isPresent();
    complete &= ofCluster(queryCollector).map(ids::addAll).isPresent();
    return complete ? Optional.of(List.copyOf(ids)) : Optional.empty();
  }

  /** What was asked for: ids that are named, and by what the others are looked up. */
  public List<String> asked() {
    var asked = new ArrayList<>(new AdditionalSecurityGroups(additional).asked());
    asked.addAll(named().orElseGet(() -> List.of("cluster " + cluster)));
    return asked;
  }

  private Optional<List<String>> ofCluster(QueryCollector queryCollector)
      throws PrerequisiteException {
    var named = named();
    return named.isPresent() ? named : tagged(queryCollector);
  }

  /** Those that are named. */
  private Optional<List<String>> named() {
    var byRole = new HashMap<>(overrides);
    recorded.forEach(
        (role, group) -> byRole.merge(role, group.id(), (given, id) -> id.isEmpty() ? given : id));
    byRole.values().removeIf(String::isEmpty);
    return byRole.containsKey(AwsMetadataKeys.NODE_ROLE)
        ? Optional.of(roles.stream().flatMap(role -> Stream.ofNullable(byRole.get(role))).toList())
        : Optional.empty();
  }

  private Optional<List<String>> tagged(QueryCollector queryCollector)
      throws PrerequisiteException {
    var filters = new ArrayList<Filter>();
    filters.add(
        new Filter(
            "tag:" + AwsMetadataKeys.OWNED_TAG_PREFIX + cluster, List.of(AwsMetadataKeys.OWNED)));
    filters.add(new Filter("tag:" + AwsMetadataKeys.ROLE_TAG, roles));
    vpc.filter(id -> !id.isEmpty()).ifPresent(id -> filters.add(new Filter("vpc-id", List.of(id))));
    var answer = queryCollector.resultOf(new SecurityGroupsWhere(filters), FoundResources.class);
    if (answer.isEmpty()) {
      return Optional.empty();
    }
    var found = answer.get().resources();
    if (withRole(found, AwsMetadataKeys.NODE_ROLE).isEmpty()) {
      throw none(
          ("no security group for nodes is known: %1$s status.networkStatus.securityGroups has no"
                  + " role node, and no group in AWS has the tags %2$s%3$s=owned and %4$s=node; set"
                  + " %1$s spec.network.securityGroupOverrides.node")
              .formatted(
                  owner, AwsMetadataKeys.OWNED_TAG_PREFIX, cluster, AwsMetadataKeys.ROLE_TAG));
    }
    for (String role : roles) {
      List<String> ids = withRole(found, role);
      if (ids.size() > 1) {
        throw none(
            "%d security groups in AWS have the tags %s%s=owned and %s=%s, as where two clusters have one name: name this cluster's in %s spec.network.securityGroupOverrides.%s"
                .formatted(
                    ids.size(),
                    AwsMetadataKeys.OWNED_TAG_PREFIX,
                    cluster,
                    AwsMetadataKeys.ROLE_TAG,
                    role,
                    owner,
                    AwsMetadataKeys.NODE_ROLE));
      }
    }
    return Optional.of(found.stream().map(FoundResources.Resource::id).toList());
  }

  private static List<String> withRole(List<FoundResources.Resource> groups, String role) {
    return groups.stream()
        .filter(group -> role.equals(group.tags().get(AwsMetadataKeys.ROLE_TAG)))
        .map(FoundResources.Resource::id)
        .toList();
  }

  private static PrerequisiteException none(String message) {
    return PrerequisiteException.needsUserAction(AwsReasons.SECURITY_GROUPS_NOT_FOUND, message);
  }
}
