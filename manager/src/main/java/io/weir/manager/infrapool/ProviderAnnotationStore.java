package io.weir.manager.infrapool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.kernel.kube.KubeClient;
import io.weir.pass.PlaceAnnotation;
import io.weir.pass.PoolStore;
import io.weir.provider.Place;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolProvider;
import io.weir.provider.ProviderAnnotations;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The provider annotations of one pool during a pass, and the pool itself as the last write left
 * it. One that a step needs is on the API server before the step is made; what a step leaves behind
 * comes with the next write.
 */
final class ProviderAnnotationStore implements PoolStore {

  private final KubeClient kube;
  private final PoolKind kind;
  private final Set<String> keys;
  private ApiObject pool;
  private ProviderAnnotations annotations;

  ProviderAnnotationStore(KubeClient kube, PoolProvider<?, ?> provider, ApiObject pool) {
    this.kube = kube;
    this.kind = provider.kind();
    this.keys = provider.annotationKeys();
    this.pool = pool;
    this.annotations = ProviderAnnotations.of(pool, keys);
  }

  /** The pool as it stands. */
  @Override
  public ApiObject pool() {
    return pool;
  }

  /** What is remembered now. */
  @Override
  public ProviderAnnotations annotations() {
    return annotations;
  }

  /** Whether something is remembered that does not stand on the pool yet. */
  @Override
  public boolean hasPending() {
    return !annotations.equals(ProviderAnnotations.of(pool, keys));
  }

  /** Remembers; to be written with the next write. */
  @Override
  public void setPending(ProviderAnnotations other) {
    annotations = other;
  }

  /**
   * Writes down what is given, if it does not stand there. Throws KubeException, also if somebody
   * has changed the pool since it was read; nothing may be done then that relies on the annotation.
   */
  @Override
  public void write(ProviderAnnotations other) {
    if (!other.equals(ProviderAnnotations.of(pool, keys))) {
      pool = kube.editKept(pool, tree -> put(tree, other));
    }
    annotations = other;
  }

  @Override
  public void note(Map<String, Optional<String>> notes) {
    if (notes.isEmpty()) {
      return;
    }
    pool = kube.annotate(pool, notes);
    for (Map.Entry<String, Optional<String>> note : notes.entrySet()) {
      annotations = annotations.with(note.getKey(), note.getValue());
    }
  }

  @Override
  public void writeFinalizerAndPlace(Place place, boolean blockMove) {
    pool =
        kube.editKept(
            pool,
            tree -> {
              PoolFinalizers.add(tree, kind);
              PlaceAnnotation.write(tree, place);
              if (blockMove && pool.annotation(MetadataKeys.BLOCK_MOVE).isEmpty()) {
                MetadataEdits.setAnnotation(tree, MetadataKeys.BLOCK_MOVE, "true");
              }
            });
  }

  @Override
  public void allowMove() {
    if (pool.annotation(MetadataKeys.BLOCK_MOVE).isPresent()) {
      pool = kube.annotate(pool, Map.of(MetadataKeys.BLOCK_MOVE, Optional.empty()));
    }
  }

  @Override
  public void recordObjectKinds(String kinds) {
    pool = kube.annotate(pool, Map.of(MetadataKeys.OBJECT_KINDS, Optional.of(kinds)));
  }

  @Override
  public void writeRetirements(Optional<String> text) {
    if (!pool.annotation(MetadataKeys.RETIREMENTS).equals(text)) {
      pool =
          kube.editKept(
              pool,
              tree ->
                  text.ifPresentOrElse(
                      value -> MetadataEdits.setAnnotation(tree, MetadataKeys.RETIREMENTS, value),
                      () -> MetadataEdits.removeAnnotation(tree, MetadataKeys.RETIREMENTS)));
    }
  }

  @Override
  public void writePlace(Place place) {
    pool = kube.editKept(pool, tree -> PlaceAnnotation.write(tree, place));
  }

  private void put(ObjectNode tree, ProviderAnnotations other) {
    ObjectNode annotations = tree.withObject("/metadata/annotations");
    annotations.remove(keys);
    other.entries().forEach(annotations::put);
  }
}
