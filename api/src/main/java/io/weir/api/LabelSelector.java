package io.weir.api;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Labels to match; all of them must. One that asks for nothing matches everything, as Kubernetes
 * has it; who wants it otherwise asks {@link #isEmpty} first.
 *
 * @param matchLabels labels with these values
 * @param matchExpressions labels that fulfil these
 */
public record LabelSelector(Map<String, String> matchLabels, List<Requirement> matchExpressions) {

  public LabelSelector {
    matchLabels = EmptyIfNull.map(matchLabels);
    matchExpressions = EmptyIfNull.list(matchExpressions);
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

    private boolean isMetBy(Map<String, String> labels) {
      boolean has = labels.containsKey(key);
      boolean named = has && values.contains(labels.get(key));
      return switch (operator) {
        case "In" -> named;
        case "NotIn" -> !named;
        case "Exists" -> has;
        case "DoesNotExist" -> !has;
        default -> false;
      };
    }
  }

  /** Whether it asks for nothing. */
  public boolean isEmpty() {
    return matchLabels.isEmpty() && matchExpressions.isEmpty();
  }

  /** The labels that it asks about. */
  public Set<String> keys() {
    var keys = new HashSet<>(matchLabels.keySet());
    matchExpressions.forEach(each -> keys.add(each.key()));
    return keys;
  }

  /** Whether these labels are all that it asks for. A requirement that is none is met by nobody. */
  public boolean matches(Map<String, String> labels) {
    return labels.entrySet().containsAll(matchLabels.entrySet())
        && matchExpressions.stream().allMatch(each -> each.isMetBy(labels));
  }
}
