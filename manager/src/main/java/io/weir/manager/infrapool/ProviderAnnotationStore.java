package io.weir.manager.infrapool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.kernel.kube.KubeClient;
import io.weir.provider.ProviderAnnotations;
import java.util.Set;

/**
 * The provider annotations of one pool during a pass, and the pool itself as the last write left
 * it. One that a step needs is on the API server before the step is made; what a step leaves behind
 * comes with the next write.
 */
final class ProviderAnnotationStore {

  private final KubeClient kube;
  private final Set<String> keys;
  private ApiObject pool;
  private ProviderAnnotations annotations;

  ProviderAnnotationStore(KubeClient kube, ApiObject pool, Set<String> keys) {
    this.kube = kube;
    this.keys = keys;
    this.pool = pool;
    this.annotations = ProviderAnnotations.of(pool, keys);
  }

  /** The pool as it stands. */
  ApiObject pool() {
    return pool;
  }

  /** What is remembered now. */
  ProviderAnnotations annotations() {
    return annotations;
  }

  /** Whether something is remembered that does not stand on the pool yet. */
  boolean hasPending() {
    return !annotations.equals(ProviderAnnotations.of(pool, keys));
  }

  /** Remembers; to be written with the next write. */
  void setPending(ProviderAnnotations other) {
    annotations = other;
  }

  /**
   * Writes down what is given, if it does not stand there. Throws KubeException, also if somebody
   * has changed the pool since it was read; nothing may be done then that relies on the annotation.
   */
  void write(ProviderAnnotations other) {
    if (!other.equals(ProviderAnnotations.of(pool, keys))) {
      pool = kube.edit(pool, tree -> put(tree, other));
    }
    annotations = other;
  }

  private void put(ObjectNode tree, ProviderAnnotations other) {
    ObjectNode annotations = tree.withObject("/metadata/annotations");
    annotations.remove(keys);
    other.entries().forEach(annotations::put);
  }
}
