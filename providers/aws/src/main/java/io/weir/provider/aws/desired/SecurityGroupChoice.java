package io.weir.provider.aws.desired;

import io.weir.provider.Unready;
import io.weir.provider.aws.api.AWSCluster.SecurityGroup;
import io.weir.provider.aws.api.AWSResourceReference;
import io.weir.provider.aws.api.AwsKeys;
import io.weir.provider.aws.desired.AwsQuery.Filter;
import io.weir.provider.aws.desired.AwsQuery.Found;
import io.weir.provider.aws.desired.AwsQuery.SecurityGroupsWhere;
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
 * @param recorded by role, from AWSCluster status
 * @param overrides by role, from AWSCluster spec
 * @param cluster name of the Cluster
 */
record SecurityGroupChoice(
    List<AWSResourceReference> additional,
    Map<String, SecurityGroup> recorded,
    Map<String, String> overrides,
    String cluster) {

  private static final List<String> ROLES = List.of(AwsKeys.NODE_ROLE, AwsKeys.LOAD_BALANCER_ROLE);

  /** Ids of the groups; empty while AWS must be asked. */
  Optional<List<String>> securityGroups(Questions questions) throws Unready {
    var ids = new ArrayList<String>();
    boolean complete = true;
    for (AWSResourceReference group : additional) {
      if (group.id() != null && !group.id().isEmpty()) {
        ids.add(group.id());
      } else if (!group.filters().isEmpty()) {
        complete &= filtered(group, questions).map(ids::addAll).isPresent();
      }
    }
    complete &= ofCluster(questions).map(ids::addAll).isPresent();
    return complete ? Optional.of(List.copyOf(ids)) : Optional.empty();
  }

  /** What was asked for: ids that are named, and by what the others are looked up. */
  List<String> asked() {
    var asked = new ArrayList<String>();
    for (AWSResourceReference group : additional) {
      if (group.id() != null && !group.id().isEmpty()) {
        asked.add(group.id());
      } else if (!group.filters().isEmpty()) {
        asked.add(
            group.filters().stream()
                .map(each -> each.name() + "=" + each.values().stream().sorted().toList())
                .sorted()
                .toList()
                .toString());
      }
    }
    asked.addAll(named().orElseGet(() -> List.of("cluster " + cluster)));
    return asked;
  }

  private Optional<List<String>> filtered(AWSResourceReference group, Questions questions)
      throws Unready {
    var filters =
        group.filters().stream().map(each -> new Filter(each.name(), each.values())).toList();
    var answer = questions.answer(new SecurityGroupsWhere(filters), Found.class);
    if (answer.isPresent() && answer.get().resources().isEmpty()) {
      throw none(
          "no security group in AWS matches the filters in"
              + " spec.awsLaunchTemplate.additionalSecurityGroups; correct them");
    }
    return answer.map(found -> found.resources().stream().map(Found.Resource::id).toList());
  }

  private Optional<List<String>> ofCluster(Questions questions) throws Unready {
    var named = named();
    return named.isPresent() ? named : tagged(questions);
  }

  /** Those that the AWSCluster names. */
  private Optional<List<String>> named() {
    var byRole = new HashMap<>(overrides);
    recorded.forEach((role, group) -> byRole.put(role, group.id()));
    return byRole.containsKey(AwsKeys.NODE_ROLE)
        ? Optional.of(ROLES.stream().flatMap(role -> Stream.ofNullable(byRole.get(role))).toList())
        : Optional.empty();
  }

  private Optional<List<String>> tagged(Questions questions) throws Unready {
    var answer =
        questions.answer(
            new SecurityGroupsWhere(
                List.of(
                    new Filter("tag:" + AwsKeys.OWNED_TAG_PREFIX + cluster, List.of(AwsKeys.OWNED)),
                    new Filter("tag:" + AwsKeys.ROLE_TAG, ROLES))),
            Found.class);
    if (answer.isEmpty()) {
      return Optional.empty();
    }
    var found = answer.get().resources();
    if (found.stream().noneMatch(SecurityGroupChoice::forNodes)) {
      throw none(
          ("no security group for nodes is known: AWSCluster status.networkStatus.securityGroups"
               + " has no role node, and no group in AWS has the tags %s%s=owned and %s=node; set"
               + " AWSCluster spec.network.securityGroupOverrides.node")
              .formatted(AwsKeys.OWNED_TAG_PREFIX, cluster, AwsKeys.ROLE_TAG));
    }
    return Optional.of(found.stream().map(Found.Resource::id).toList());
  }

  private static boolean forNodes(Found.Resource group) {
    return AwsKeys.NODE_ROLE.equals(group.tags().get(AwsKeys.ROLE_TAG));
  }

  private static Unready none(String message) {
    return Unready.mistake(Reasons.SECURITY_GROUPS_NOT_FOUND, message);
  }
}
