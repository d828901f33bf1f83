package io.weir.engine.ownership;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The ConfigMap {@code weir-ownership} of the manager's namespace, which only administrators can
 * write. One decision a line; empty lines and those that begin with {@code #} say nothing.
 *
 * @param former the namespaces whose pools came from a management cluster, by its UID; {@code *}
 *     for all
 * @param adopted the pools that may take over what Cluster API's own provider made, as {@code
 *     Kind/namespace/name}
 * @param problems the lines that say nothing that can be followed, for people
 */
public record OwnershipDecisions(
    Map<String, Set<String>> former, Set<String> adopted, List<String> problems) {

  /** Key of the ConfigMap: lines of a UID of kube-system and the namespaces that moved. */
  public static final String FORMER = "former-management-clusters";

  /** Key of the ConfigMap: lines of {@code Kind/namespace/name}. */
  public static final String ADOPT = "adopt";

  /** Nothing was decided. */
  public static final OwnershipDecisions NONE =
      new OwnershipDecisions(Map.of(), Set.of(), List.of());

  private static final String ALL = "*";
  private static final Pattern UID = Pattern.compile("[A-Za-z0-9-]{1,64}");
  private static final Pattern POOL = Pattern.compile("[A-Za-z0-9]+/[a-z0-9-]+/[a-z0-9.-]+");

  public OwnershipDecisions {
    former = Map.copyOf(former);
    adopted = Set.copyOf(adopted);
    problems = List.copyOf(problems);
  }

  /**
   * Reads the ConfigMap.
   *
   * @param data its data
   * @param managementCluster UID of this management cluster, which cannot be a former one
   */
  public static OwnershipDecisions parse(Map<String, String> data, String managementCluster) {
    var reader = new Reader(managementCluster);
    data.forEach(reader::read);
    return new OwnershipDecisions(reader.former, reader.adopted, reader.problems);
  }

  /** The management clusters from which the pools of a namespace came. */
  public Set<String> formerOf(String namespace) {
    return former.entrySet().stream()
        .filter(entry -> entry.getValue().contains(ALL) || entry.getValue().contains(namespace))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private static final class Reader {
    private final String managementCluster;
    private final Map<String, Set<String>> former = new HashMap<>();
    private final Set<String> adopted = new HashSet<>();
    private final List<String> problems = new ArrayList<>();

    Reader(String managementCluster) {
      this.managementCluster = managementCluster;
    }

    void read(String key, String text) {
      switch (key) {
        case FORMER -> lines(text).forEach(this::readFormer);
        case ADOPT -> lines(text).forEach(this::readAdopted);
        default ->
            problems.add(
                "there is no key %s: the keys are %s and %s".formatted(key, FORMER, ADOPT));
      }
    }

    private static List<String> lines(String text) {
      return text.lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .toList();
    }

    private void readFormer(String line) {
      String[] parts = line.split("\\s+", 2);
      if (parts.length < 2 || !UID.matcher(parts[0]).matches()) {
        problems.add(
            "%s: '%s' is not the UID of a Namespace kube-system, a space and the namespaces that moved, such as team-a,team-b, or *"
                .formatted(FORMER, line));
      } else if (parts[0].equals(managementCluster)) {
        problems.add(
            "%s: %s is this management cluster itself: remove the line"
                .formatted(FORMER, parts[0]));
      } else {
        former
            .computeIfAbsent(parts[0], _ -> new HashSet<>())
            .addAll(List.of(parts[1].split("[,\\s]+")));
      }
    }

    private void readAdopted(String line) {
      if (POOL.matcher(line).matches()) {
        adopted.add(line);
      } else {
        problems.add(
            "%s: '%s' is not a pool, such as AWSMachinePool/team-a/workers".formatted(ADOPT, line));
      }
    }
  }
}
