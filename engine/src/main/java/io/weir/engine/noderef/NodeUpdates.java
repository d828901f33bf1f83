package io.weir.engine.noderef;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The marks that tie a Node to its pool, what the pool's template says of its labels and
 * annotations, and the taint that waits for them.
 */
public final class NodeUpdates {

  /** Put on Nodes by their bootstrap data; Pods stay away until the pool knows the Node. */
  public static final String UNINITIALIZED_TAINT = MetadataKeys.UNINITIALIZED_TAINT;

  private NodeUpdates() {}

  /**
   * Whose member a Node is.
   *
   * @param template what the pool's template says of its Nodes
   */
  public record NodeOwner(
      String cluster, String namespace, String pool, PropagatedMetadata template) {

    /** The annotations that other tools look for, by key. */
    public Map<String, String> annotations() {
      var marks = new LinkedHashMap<String, String>();
      marks.put(MetadataKeys.NODE_CLUSTER_NAME, cluster);
      marks.put(MetadataKeys.NODE_CLUSTER_NAMESPACE, namespace);
      marks.put(MetadataKeys.NODE_OWNER_KIND, GroupKind.MACHINE_POOL.kind());
      marks.put(MetadataKeys.NODE_OWNER_NAME, pool);
      return marks;
    }
  }

  /**
   * A Node as far as it is marked.
   *
   * @param labels those that pools may set, or more
   * @param annotations all
   * @param taintKeys the keys of its taints
   */
  public record NodeMetadataState(
      Map<String, String> labels, Map<String, String> annotations, List<String> taintKeys) {
    public NodeMetadataState {
      labels = Map.copyOf(labels);
      annotations = Map.copyOf(annotations);
      taintKeys = List.copyOf(taintKeys);
    }
  }

  /**
   * What to change in a map.
   *
   * @param set keys and values to put
   * @param removed keys to take away
   */
  public record MapChange(Map<String, String> set, Set<String> removed) {

    /** Nothing to change. */
    public static final MapChange NONE = new MapChange(Map.of(), Set.of());

    public MapChange {
      set = Map.copyOf(set);
      removed = Set.copyOf(removed);
    }

    boolean isEmpty() {
      return set.isEmpty() && removed.isEmpty();
    }
  }

  /**
   * What to change on a Node.
   *
   * @param dropTaint whether to take {@link #UNINITIALIZED_TAINT} away
   */
  public record NodeUpdate(MapChange labels, MapChange annotations, boolean dropTaint) {

    /** Makes the change. */
    public void apply(ObjectNode node) {
      labels.set().forEach((key, value) -> MetadataEdits.setLabel(node, key, value));
      annotations.set().forEach((key, value) -> MetadataEdits.setAnnotation(node, key, value));
      node.withObject("/metadata/labels").remove(labels.removed());
      node.withObject("/metadata/annotations").remove(annotations.removed());
      if (dropTaint && node.at("/spec/taints") instanceof ArrayNode taints) {
        taints.removeIf(taint -> taint.path("key").asText().equals(UNINITIALIZED_TAINT));
      }
    }
  }

  /** The change that a member's Node needs; empty if it is as it should be. */
  public static Optional<NodeUpdate> updateFor(NodeOwner nodeOwner, NodeMetadataState node) {
    PropagatedMetadata template = nodeOwner.template();
    Map<String, String> book = node.annotations();
    var labels = MapChange.NONE;
    var wanted = new LinkedHashMap<String, String>();
    var former = new LinkedHashSet<String>();
    // Cluster API brings a Machine's own labels to its Node, and keeps the same book of them.
    if (!book.containsKey(MetadataKeys.NODE_MACHINE)) {
      labels =
          difference(
              template.labels(), node.labels(), keys(book, MetadataKeys.LABELS_FROM_MACHINE));
      wanted.putAll(template.annotations());
      former.addAll(keys(book, MetadataKeys.ANNOTATIONS_FROM_MACHINE));
      note(MetadataKeys.LABELS_FROM_MACHINE, template.labels(), wanted, former);
      note(MetadataKeys.ANNOTATIONS_FROM_MACHINE, template.annotations(), wanted, former);
    }
    wanted.putAll(nodeOwner.annotations());
    MapChange annotations = difference(wanted, book, former);
    boolean dropTaint = node.taintKeys().contains(UNINITIALIZED_TAINT);
    return labels.isEmpty() && annotations.isEmpty() && !dropTaint
        ? Optional.empty()
        : Optional.of(new NodeUpdate(labels, annotations, dropTaint));
  }

  /** What came from the template is written down, so that it can be taken away when it leaves. */
  private static void note(
      String key, Map<String, String> given, Map<String, String> wanted, Set<String> former) {
    if (given.isEmpty()) {
      former.add(key);
    } else {
      wanted.put(key, String.join(",", new TreeSet<>(given.keySet())));
    }
  }

  private static Set<String> keys(Map<String, String> annotations, String book) {
    var keys = new LinkedHashSet<String>();
    for (String key : annotations.getOrDefault(book, "").split(",", -1)) {
      if (!key.isEmpty()) {
        keys.add(key);
      }
    }
    return keys;
  }

  private static MapChange difference(
      Map<String, String> wanted, Map<String, String> is, Set<String> former) {
    var set = new LinkedHashMap<String, String>();
    wanted.forEach(
        (key, value) -> {
          if (!value.equals(is.get(key))) {
            set.put(key, value);
          }
        });
    var removed = new LinkedHashSet<>(former);
    removed.removeIf(key -> wanted.containsKey(key) || !is.containsKey(key));
    return new MapChange(set, removed);
  }
}
