package io.weir.engine.watch;

import io.weir.api.ApiObject;
import io.weir.api.Keys;
import io.weir.api.core.Cluster;
import java.util.Optional;

/** Why people have stopped the work on an object, in the same words for every kind. */
public final class Pause {

  private Pause() {}

  /** Of an object of a Cluster, with the remedy; empty if work goes on. */
  public static Optional<String> of(ApiObject object, Optional<ApiObject> cluster) {
    return cluster.flatMap(Pause::ofCluster).or(() -> byAnnotation(object));
  }

  /** Of the Cluster itself. */
  public static Optional<String> of(ApiObject cluster) {
    return ofCluster(cluster).or(() -> byAnnotation(cluster));
  }

  private static Optional<String> ofCluster(ApiObject cluster) {
    return cluster.as(Cluster.class).spec().paused()
        ? Optional.of("spec.paused of %s is true; unset it to resume".formatted(cluster))
        : Optional.empty();
  }

  /** Of one object alone. */
  public static Optional<String> byAnnotation(ApiObject object) {
    return object
        .annotation(Keys.PAUSED)
        .map(_ -> "%s has the annotation %s; remove it to resume".formatted(object, Keys.PAUSED));
  }
}
