package io.weir.manager.infrapool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.kernel.kube.KubeClient;
import io.weir.provider.Notes;
import java.util.Set;

/**
 * The notes of one pool during a pass, and the pool itself as the last write left it. A note that a
 * step needs is on the API server before the step is made; what a step leaves behind comes with the
 * next write.
 */
final class NoteBook {

  private final KubeClient kube;
  private final Set<String> keys;
  private ApiObject pool;
  private Notes notes;

  NoteBook(KubeClient kube, ApiObject pool, Set<String> keys) {
    this.kube = kube;
    this.keys = keys;
    this.pool = pool;
    this.notes = Notes.of(pool, keys);
  }

  /** The pool as it stands. */
  ApiObject pool() {
    return pool;
  }

  /** What is remembered now. */
  Notes notes() {
    return notes;
  }

  /** Whether something is remembered that does not stand on the pool yet. */
  boolean unwritten() {
    return !notes.equals(Notes.of(pool, keys));
  }

  /** Remembers; to be written with the next write. */
  void remember(Notes other) {
    notes = other;
  }

  /**
   * Writes down what is given, if it does not stand there. Throws KubeException, also if somebody
   * has changed the pool since it was read; nothing may be done then that relies on the note.
   */
  void write(Notes other) {
    if (!other.equals(Notes.of(pool, keys))) {
      pool = kube.edit(pool, tree -> put(tree, other));
    }
    notes = other;
  }

  private void put(ObjectNode tree, Notes other) {
    ObjectNode annotations = tree.withObject("/metadata/annotations");
    annotations.remove(keys);
    other.entries().forEach(annotations::put);
  }
}
