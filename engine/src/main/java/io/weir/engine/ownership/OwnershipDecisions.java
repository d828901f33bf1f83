package io.weir.engine.ownership;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The ConfigMap {@code weir-ownership} of the manager's namespace, which only administrators can
 * write. One decision a line; what follows a {@code #} is a comment.
 *
 * @param former the namespaces whose pools came from a management cluster, by its UID; {@code *}
 *     for all
 * @param formerPools what pools were called before, by what they are called now
 * @param adopted the pools that may take over what Cluster API's own provider made, as {@link
 *     #adoption} writes them
 * @param problems the lines that say nothing that can be followed, for people
 */
public record OwnershipDecisions(
    Map<String, Set<String>> former,
    Map<String, Set<String>> formerPools,
    Set<String> adopted,
    List<String> problems) {

  /** Key of the ConfigMap: lines of a UID of kube-system and the namespaces that moved. */
  public static final String FORMER = "former-management-clusters";

  /** Key of the ConfigMap: lines of what a pool was called and what it is called now. */
  public static final String FORMER_POOLS = "former-pools";

  /** Key of the ConfigMap: lines of {@link #adoption}. */
  public static final String ADOPT = "adopt";

  /** Nothing was decided. */
  public static final OwnershipDecisions NONE =
      new OwnershipDecisions(Map.of(), Map.of(), Set.of(), List.of());

  private static final String ALL = "*";
  private static final Pattern FORMER_LINE =
      Pattern.compile("([A-Za-z0-9-]{1,64})\\s+(\\*|[a-z0-9-]{1,63}(?:,[a-z0-9-]{1,63})*)");
  private static final Pattern POOL = Pattern.compile("[A-Za-z0-9]+/[a-z0-9-]+/[a-z0-9.-]+");
  private static final Pattern ADOPTION = Pattern.compile(POOL.pattern() + " [a-z0-9.-]+");

  public OwnershipDecisions {
    former = Map.copyOf(former);
    formerPools = Map.copyOf(formerPools);
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
    return new OwnershipDecisions(
        reader.former, reader.formerPools, reader.adopted, reader.problems);
  }

  /**
   * The decision that a pool takes over what Cluster API's own provider made: {@code
   * Kind/namespace/name cluster}. It names the Cluster, since a tenant may let the pool belong to
   * another one afterwards.
   */
  public static String adoption(String pool, String clusterName) {
    return pool + " " + clusterName;
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
    private final Map<String, Set<String>> formerPools = new HashMap<>();
    private final Set<String> adopted = new HashSet<>();
    private final List<String> problems = new ArrayList<>();

    Reader(String managementCluster) {
      this.managementCluster = managementCluster;
    }

    void read(String key, String text) {
      switch (key) {
        case FORMER -> lines(text).forEach(this::readFormer);
        case FORMER_POOLS -> lines(text).forEach(this::readFormerPool);
        case ADOPT -> lines(text).forEach(this::readAdopted);
        default ->
            problems.add(
                "there is no key %s: the keys are %s, %s and %s"
                    .formatted(key, FORMER, FORMER_POOLS, ADOPT));
      }
    }

    private static List<String> lines(String text) {
      return text.lines()
          .map(line -> line.replaceFirst("#.*", "").strip())
          .filter(line -> !line.isEmpty())
          .toList();
    }

    private void readFormer(String line) {
      Matcher parts = FORMER_LINE.matcher(line);
      if (!parts.matches()) {
        problems.add(
            "%s: '%s' is not the UID of a Namespace kube-system, a space and the namespaces that moved, such as team-a,team-b, or *"
                .formatted(FORMER, line));
      } else if (parts.group(1).equals(managementCluster)) {
        problems.add(
            "%s: %s is this management cluster itself: remove the line"
                .formatted(FORMER, parts.group(1)));
      } else {
        former
            .computeIfAbsent(parts.group(1), _ -> new HashSet<>())
            .addAll(List.of(parts.group(2).split(",")));
      }
    }

    private void readFormerPool(String line) {
      List<String> pools = List.of(line.split("\\s+"));
      if (pools.size() == 2 && pools.stream().allMatch(pool -> POOL.matcher(pool).matches())) {
        formerPools.computeIfAbsent(pools.getLast(), _ -> new HashSet<>()).add(pools.getFirst());
      } else {
        problems.add(
            "%s: '%s' is not two pools, such as AWSMachinePool/old/workers AWSMachinePool/new/workers"
                .formatted(FORMER_POOLS, line));
      }
    }

    private void readAdopted(String line) {
      String decision = line.replaceAll("\\s+", " ");
      if (ADOPTION.matcher(decision).matches()) {
        adopted.add(decision);
      } else {
        problems.add(
            "%s: '%s' is not a pool and the name of its Cluster, such as AWSMachinePool/team-a/workers prod"
                .formatted(ADOPT, line));
      }
    }
  }
}
