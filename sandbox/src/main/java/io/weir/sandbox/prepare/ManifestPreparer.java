package io.weir.sandbox.prepare;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.sandbox.cloud.CloudSimulations;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.cloud.PoolManifests;
import io.weir.sandbox.cloud.WorldFitter;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.ServedKinds;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads manifests for what they take for granted. Pools whose Cluster is not among them get one
 * that is attached; what they name in a cloud and its world lacks is added to the world. What only
 * controllers of others act on is left out.
 */
public final class ManifestPreparer {
  private ManifestPreparer() {}

  /** Worlds for manifests, and the manifests for them. */
  public static PreparedManifests prepare(Manifests manifests) {
    return prepare(manifests, CloudSimulations.worlds());
  }

  /**
   * The same, with worlds that are there already and keep all that they have.
   *
   * @param before at least one; to the first belong clusters of which no cloud has a pool
   */
  public static PreparedManifests prepare(Manifests given, List<CloudWorld> before) {
    ServedKinds served = ServedKinds.with(List.of(given));
    List<ApiObject> others = given.objects().stream().filter(served::isLeftToOthers).toList();
    Manifests manifests = given.without(others);
    Set<ObjectKey> clusters = new LinkedHashSet<>();
    manifests.of(GroupKind.CLUSTER).forEach(cluster -> clusters.add(Manifests.keyOf(cluster)));
    manifests
        .of(GroupKind.MACHINE_POOL)
        .forEach(pool -> clusters.add(PoolManifests.clusterOf(pool)));
    List<WorldFitter> fitters = before.stream().map(world -> world.fitTo(manifests)).toList();
    var objects = new ArrayList<ObjectNode>();
    var notes = new ArrayList<String>();
    if (!others.isEmpty()) {
      notes.add(
          "left out of %s what a sandbox has no controller for: %s; it runs the control plane itself"
              .formatted(given.name(), new Manifests(given.name(), "", others).summary()));
    }
    for (ObjectKey cluster : clusters) {
      WorldFitter.Supplement supplement = fitterOf(cluster, fitters).add(cluster);
      objects.addAll(supplement.objects());
      notes.addAll(supplement.notes());
    }
    var worlds = new ArrayList<CloudWorld>();
    for (WorldFitter fitter : fitters) {
      WorldFitter.FittedWorld fitted = fitter.fitted();
      worlds.add(fitted.world());
      notes.addAll(fitted.notes());
    }
    return new PreparedManifests(worlds, manifests.withFirst(objects), notes);
  }

  /** The last whose pools it has: one that is not the first was asked for by its kind. */
  private static WorldFitter fitterOf(ObjectKey cluster, List<WorldFitter> fitters) {
    return fitters.reversed().stream()
        .filter(fitter -> fitter.hasPoolsOf(cluster))
        .findFirst()
        .orElse(fitters.getFirst());
  }
}
