package io.weir.engine.noderef;

import io.weir.api.GroupKind;
import io.weir.api.Keys;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The marks that tie a Node to its pool, and the taint that waits for them. */
public final class NodeMarks {

  /** Put on Nodes by their bootstrap data; Pods stay away until the pool knows the Node. */
  public static final String UNINITIALIZED_TAINT = Keys.UNINITIALIZED_TAINT;

  private NodeMarks() {}

  /** Whose member a Node is. */
  public record Owner(String cluster, String namespace, String pool) {

    /** The annotations that other tools look for, by key. */
    public Map<String, String> annotations() {
      var marks = new LinkedHashMap<String, String>();
      marks.put(Keys.NODE_CLUSTER_NAME, cluster);
      marks.put(Keys.NODE_CLUSTER_NAMESPACE, namespace);
      marks.put(Keys.NODE_OWNER_KIND, GroupKind.MACHINE_POOL.kind());
      marks.put(Keys.NODE_OWNER_NAME, pool);
      return marks;
    }
  }

  /**
   * What to change on a Node.
   *
   * @param annotations to set
   * @param dropTaint whether to take {@link #UNINITIALIZED_TAINT} away
   */
  public record Edit(Map<String, String> annotations, boolean dropTaint) {
    public Edit {
      annotations = Map.copyOf(annotations);
    }
  }

  /** The change that a member's Node needs; empty if it is as it should be. */
  public static Optional<Edit> edit(
      Owner owner, Map<String, String> annotations, List<String> taintKeys) {
    var missing = new LinkedHashMap<String, String>();
    owner
        .annotations()
        .forEach(
            (key, value) -> {
              if (!value.equals(annotations.get(key))) {
                missing.put(key, value);
              }
            });
    boolean dropTaint = taintKeys.contains(UNINITIALIZED_TAINT);
    return missing.isEmpty() && !dropTaint
        ? Optional.empty()
        : Optional.of(new Edit(missing, dropTaint));
  }
}
