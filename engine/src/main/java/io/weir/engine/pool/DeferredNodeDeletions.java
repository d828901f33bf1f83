package io.weir.engine.pool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.engine.pool.PoolSnapshot.NodeRef;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The Nodes that are still to be deleted although their pools are gone, as the annotation {@link
 * MetadataKeys#LEFT_NODES} of their Cluster tells: {@code name=uid}, sorted, with commas between;
 * pure.
 *
 * @param uids by name
 */
public record DeferredNodeDeletions(SortedMap<String, String> uids) {

  /** Characters of the value: half of what all annotations of an object may have together. */
  static final int MAX_LENGTH = 128 * 1024;

  private static final String BETWEEN = ",";
  private static final char UID = '=';

  /** None. */
  public static final DeferredNodeDeletions NONE = new DeferredNodeDeletions(new TreeMap<>());

  public DeferredNodeDeletions {
    uids = Collections.unmodifiableSortedMap(new TreeMap<>(uids));
  }

  /** Those of a Cluster; what is not in the form, as people may write it, is left out. */
  public static DeferredNodeDeletions of(ApiObject cluster) {
    var uids = new TreeMap<String, String>();
    for (String entry : cluster.annotation(MetadataKeys.LEFT_NODES).orElse("").split(BETWEEN, -1)) {
      int uid = entry.indexOf(UID);
      if (uid > 0 && uid < entry.length() - 1) {
        uids.put(entry.substring(0, uid), entry.substring(uid + 1));
      }
    }
    return new DeferredNodeDeletions(uids);
  }

  /** These too, as many as fit; a Node takes the place of an earlier one of its name. */
  public DeferredNodeDeletions with(Collection<NodeRef> more) {
    var all = new TreeMap<>(uids);
    int length = text().length();
    for (NodeRef node : more) {
      int longer = node.name().length() + node.uid().length() + 2;
      boolean known = node.uid().equals(all.get(node.name()));
      if (!known
          && !node.name().isEmpty()
          && !node.uid().isEmpty()
          && length + longer <= MAX_LENGTH) {
        all.put(node.name(), node.uid());
        length += longer;
      }
    }
    return new DeferredNodeDeletions(all);
  }

  /** Whether this very Node is among them. */
  public boolean contains(NodeRef node) {
    return node.uid().equals(uids.get(node.name()));
  }

  /** Sorted by name. */
  public List<NodeRef> nodes() {
    return uids.entrySet().stream()
        .map(entry -> new NodeRef(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** Puts them, and no others, on the Cluster. */
  public void writeTo(ObjectNode cluster) {
    if (!uids.isEmpty()) {
      MetadataEdits.setAnnotation(cluster, MetadataKeys.LEFT_NODES, text());
    } else if (cluster.at("/metadata/annotations") instanceof ObjectNode annotations) {
      annotations.remove(MetadataKeys.LEFT_NODES);
    }
  }

  private String text() {
    return String.join(
        BETWEEN, uids.entrySet().stream().map(it -> it.getKey() + UID + it.getValue()).toList());
  }
}
