package io.weir.provider.aws.eks;

import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.eks.NodegroupSize.Scaling;
import io.weir.provider.shared.EntryChanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What to change of the settings of a node group. Labels and taints of others stay.
 *
 * @param labels labels to set and to remove
 * @param taints taints to set and to remove
 * @param scaling size and bounds; absent if they are as wanted
 * @param updates whether to say how many nodes are replaced at once
 * @param repair whether EKS is to repair nodes; absent if it is as wanted
 */
record NodegroupChanges(
    EntryChanges labels,
    EntryChanges taints,
    Optional<Scaling> scaling,
    boolean updates,
    Optional<Boolean> repair) {

  static NodegroupChanges between(
      DesiredNodegroup want, ObservedNodegroup seen, ProviderAnnotations annotations) {
    NodegroupSettings wanted = want.settings();
    NodegroupSettings there = seen.settings();
    return new NodegroupChanges(
        EntryChanges.between(
            wanted.labels(), there.labels(), EksAnnotations.LABELS.read(annotations).keySet()),
        withoutConflicts(
            EntryChanges.between(
                wanted.taints(), there.taints(), EksAnnotations.TAINTS.read(annotations).keySet())),
        want.size().change(seen.scaling()),
        there.differsInUpdates(wanted),
        there.repair() == wanted.repair() ? Optional.empty() : Optional.of(wanted.repair()));
  }

  /** A key with another effect is set first, and taken away with the old one next time. */
  private static EntryChanges withoutConflicts(EntryChanges changes) {
    Set<String> set =
        changes.missing().keySet().stream()
            .map(NodegroupSettings::taintKey)
            .collect(Collectors.toSet());
    var surplus = new TreeSet<>(changes.surplus());
    surplus.removeIf(name -> set.contains(NodegroupSettings.taintKey(name)));
    return new EntryChanges(changes.missing(), surplus, changes.names());
  }

  boolean isEmpty() {
    return differences().isEmpty();
  }

  /** What differs, by the fields of the pool. */
  List<String> differences() {
    var names = new ArrayList<String>();
    if (scaling.isPresent()) {
      names.add("size");
    }
    if (!labels.isEmpty()) {
      names.add("labels");
    }
    if (!taints.isEmpty()) {
      names.add("taints");
    }
    if (updates) {
      names.add("updateConfig");
    }
    if (repair.isPresent()) {
      names.add("nodeRepairConfig");
    }
    return names;
  }

  NodegroupStep.UpdateConfig toStep(DesiredNodegroup want, ObservedNodegroup seen) {
    Integer now = seen.scaling().desired();
    Integer size = scaling.map(Scaling::desired).orElse(now);
    int surplus = now == null || size == null ? 0 : Math.max(0, now - size);
    String sizes =
        scaling.isPresent() ? "%s nodes wanted, %s asked for; ".formatted(size, now) : "";
    return new NodegroupStep.UpdateConfig(
        want.name(),
        want.settings(),
        labels,
        taints,
        scaling,
        updates,
        repair,
        surplus,
        sizes + String.join(", ", differences()) + " differ from what is asked for");
  }
}
