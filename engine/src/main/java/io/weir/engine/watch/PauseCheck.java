package io.weir.engine.watch;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.api.core.Cluster;
import java.util.Optional;

/** Why people have stopped the work on an object, in the same words for every kind. */
public final class PauseCheck {

  private PauseCheck() {}

  /** Of an object of a Cluster, with the remedy; empty if work goes on. */
  public static Optional<String> whyPaused(ApiObject object, Optional<ApiObject> cluster) {
    return cluster.flatMap(PauseCheck::whyClusterPaused).or(() -> whyPausedByAnnotation(object));
  }

  /** Of the Cluster itself. */
  public static Optional<String> whyPaused(ApiObject cluster) {
    return whyClusterPaused(cluster).or(() -> whyPausedByAnnotation(cluster));
  }

  private static Optional<String> whyClusterPaused(ApiObject cluster) {
    return cluster.as(Cluster.class).spec().paused()
        ? Optional.of("spec.paused of %s is true; unset it to resume".formatted(cluster))
        : Optional.empty();
  }

  /** Of one object alone. */
  public static Optional<String> whyPausedByAnnotation(ApiObject object) {
    return object
        .annotation(MetadataKeys.PAUSED)
        .map(
            _ ->
                "%s has the annotation %s; remove it to resume"
                    .formatted(object, MetadataKeys.PAUSED));
  }
}
