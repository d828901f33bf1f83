package io.weir.provider.aws.api;

import io.weir.api.EmptyIfNull;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * From which namespaces an identity may be used: those in the list and those that the selector
 * matches. Neither given means every namespace; the whole object absent means none.
 *
 * @param list names of namespaces; null and empty mean the same
 * @param selector labels of namespaces; an empty one matches nothing
 */
public record AllowedNamespaces(List<String> list, @Nullable LabelSelector selector) {

  public AllowedNamespaces {
    list = EmptyIfNull.list(list);
  }

  /**
   * Labels to match; all of them must.
   *
   * @param matchLabels labels with these values
   * @param matchExpressions labels that fulfil these
   */
  public record LabelSelector(Map<String, String> matchLabels, List<Requirement> matchExpressions) {

    public LabelSelector {
      matchLabels = EmptyIfNull.map(matchLabels);
      matchExpressions = EmptyIfNull.list(matchExpressions);
    }
  }

  /**
   * What a label must fulfil.
   *
   * @param key the label
   * @param operator {@code In}, {@code NotIn}, {@code Exists} or {@code DoesNotExist}
   * @param values values for the first two
   */
  public record Requirement(String key, String operator, List<String> values) {

    public Requirement {
      values = EmptyIfNull.list(values);
    }
  }
}
