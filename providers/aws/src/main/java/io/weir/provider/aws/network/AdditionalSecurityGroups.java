package io.weir.provider.aws.network;

import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryCollector;
import io.weir.provider.aws.api.AWSResourceReference;
import io.weir.provider.aws.api.AwsReasons;
import io.weir.provider.aws.network.NetworkQuery.Filter;
import io.weir.provider.aws.network.NetworkQuery.FoundResources;
import io.weir.provider.aws.network.NetworkQuery.SecurityGroupsWhere;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The security groups that a pool names beside those of its cluster.
 *
 * @param references spec.awsLaunchTemplate.additionalSecurityGroups
 */
public record AdditionalSecurityGroups(List<AWSResourceReference> references) {

  public AdditionalSecurityGroups {
    references = List.copyOf(references);
  }

  /**
   * Their ids; empty while AWS must be asked.
   *
   * @throws PrerequisiteException if filters match nothing
   */
  public Optional<List<String>> resolve(QueryCollector queryCollector)
      throws PrerequisiteException {
    var ids = new ArrayList<String>();
    boolean complete = true;
    for (AWSResourceReference group : references) {
      if (group.id() != null && !group.id().isEmpty()) {
        ids.add(group.id());
      } else if (!group.filters().isEmpty()) {
        complete &= filtered(group, queryCollector).map(ids::addAll).isPresent();
      }
    }
    return complete ? Optional.of(List.copyOf(ids)) : Optional.empty();
  }

  /** What was asked for: ids that are named, and by what the others are looked up. */
  public List<String> asked() {
    var asked = new ArrayList<String>();
    for (AWSResourceReference group : references) {
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
    return asked;
  }

  private static Optional<List<String>> filtered(
      AWSResourceReference group, QueryCollector queryCollector) throws PrerequisiteException {
    var filters =
        group.filters().stream().map(each -> new Filter(each.name(), each.values())).toList();
    var answer = queryCollector.resultOf(new SecurityGroupsWhere(filters), FoundResources.class);
    if (answer.isPresent() && answer.get().resources().isEmpty()) {
      throw PrerequisiteException.needsUserAction(
          AwsReasons.SECURITY_GROUPS_NOT_FOUND,
          "no security group in AWS matches the filters in"
              + " spec.awsLaunchTemplate.additionalSecurityGroups; correct them");
    }
    return answer.map(
        foundResources ->
            foundResources.resources().stream().map(FoundResources.Resource::id).toList());
  }
}
