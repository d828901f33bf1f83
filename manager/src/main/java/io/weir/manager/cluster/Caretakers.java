package io.weir.manager.cluster;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;
import io.weir.api.core.Cluster;
import io.weir.api.core.ContractReference;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.manager.objects.ReferredKinds;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Tells Clusters that Weir attaches from those that Cluster API's own controllers take care of:
 * core, a control plane's, a topology's, or the one of the infrastructure cluster. Those show
 * themselves by references and finalizers, which they write before they make anything.
 */
final class Caretakers {

  private static final String BY_INFRASTRUCTURE = "infrastructure-of-attached";

  private final KubeCluster management;
  private final ReferredKinds infrastructures;

  /** Who takes care of a Cluster. */
  enum Caretaker {
    WEIR,
    OTHERS,
    /** Its infrastructure cluster has not been seen yet. */
    UNKNOWN
  }

  Caretakers(KubeCluster management, ObjectCache clusters, Consumer<ObjectKey> wake) {
    this.management = management;
    this.infrastructures =
        new ReferredKinds(
            management,
            clusters,
            BY_INFRASTRUCTURE,
            cluster -> reference(cluster).stream().toList(),
            wake);
  }

  /** Who takes care of this one. */
  Caretaker of(ApiObject cluster) {
    boolean others =
        cluster.as(Cluster.class).spec().controlPlaneRef() != null
            || !cluster.at("/spec/topology").isMissingNode()
            || cluster.hasFinalizer(Keys.CORE_CLUSTER_FINALIZER);
    return others ? Caretaker.OTHERS : ofInfrastructure(cluster);
  }

  /**
   * An infrastructure cluster that somebody else provides has no finalizer of a controller: its
   * annotation {@code managed-by} keeps every controller away, and without one nobody comes.
   */
  private Caretaker ofInfrastructure(ApiObject cluster) {
    Optional<ContractReference> reference = reference(cluster);
    if (reference.isEmpty() || !fit(reference.get().groupKind())) {
      return Caretaker.WEIR;
    }
    GroupKind kind = reference.get().groupKind();
    ObjectCache infrastructure = infrastructures.cache(kind);
    if (!infrastructure.synced() && !management.informers().troubles().containsKey(kind)) {
      return Caretaker.UNKNOWN;
    }
    return infrastructure
        .get(new ObjectKey(cluster.namespace(), reference.get().name()))
        .filter(found -> !found.finalizers().isEmpty() && !managedElsewhere(found))
        .map(_ -> Caretaker.OTHERS)
        .orElse(Caretaker.WEIR);
  }

  private static boolean managedElsewhere(ApiObject infrastructure) {
    return infrastructure.annotations().containsKey(Keys.MANAGED_BY);
  }

  /** Kinds of Cluster API only, and only those that are installed. */
  private boolean fit(GroupKind kind) {
    return management
        .kinds()
        .find(kind)
        .filter(resource -> !resource.contracts().isEmpty())
        .isPresent();
  }

  private static Optional<ContractReference> reference(ApiObject cluster) {
    return Optional.ofNullable(cluster.as(Cluster.class).spec().infrastructureRef());
  }
}
