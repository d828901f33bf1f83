package io.weir.manager.cluster;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.core.Cluster;
import io.weir.api.core.ContractReference;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.manager.objects.ReferencedKinds;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Tells Clusters that Weir attaches from those that Cluster API's own controllers take care of:
 * core, a control plane's, a topology's, or the one of the infrastructure cluster. Those show
 * themselves by references and finalizers, which they write before they make anything.
 */
final class ClusterManagerLookup {

  private static final String BY_INFRASTRUCTURE = "infrastructure-of-attached";

  private static final String CLUSTER_API = "cluster.x-k8s.io";

  private final KubeCluster management;
  private final ReferencedKinds infrastructures;

  /** Who takes care of a Cluster. */
  enum ClusterManager {
    WEIR,
    OTHERS,
    /** Its infrastructure cluster has not been seen yet. */
    UNKNOWN
  }

  ClusterManagerLookup(KubeCluster management, ObjectCache clusters, Consumer<ObjectKey> wake) {
    this.management = management;
    this.infrastructures =
        new ReferencedKinds(
            management,
            clusters,
            BY_INFRASTRUCTURE,
            cluster -> reference(cluster).stream().toList(),
            wake);
  }

  /** Who takes care of this one. */
  ClusterManager managerOf(ApiObject cluster) {
    boolean others =
        cluster.as(Cluster.class).spec().controlPlaneRef() != null
            || !cluster.at("/spec/topology").isMissingNode()
            || cluster.hasFinalizer(MetadataKeys.CORE_CLUSTER_FINALIZER);
    return others ? ClusterManager.OTHERS : managerOfInfrastructure(cluster);
  }

  /**
   * An infrastructure cluster that somebody else provides has no finalizer of a controller: its
   * annotation {@code managed-by} keeps every controller away, and without one nobody comes. A
   * finalizer of anybody else, who protects it from being deleted, says nothing of the Cluster.
   */
  private ClusterManager managerOfInfrastructure(ApiObject cluster) {
    Optional<ContractReference> reference = reference(cluster);
    if (reference.isEmpty() || !fit(reference.get().groupKind())) {
      return ClusterManager.WEIR;
    }
    GroupKind kind = reference.get().groupKind();
    ObjectCache infrastructure = infrastructures.cache(kind);
    if (!infrastructure.isSynced() && !management.informers().problems().containsKey(kind)) {
      return ClusterManager.UNKNOWN;
    }
    return infrastructure
        .get(new ObjectKey(cluster.namespace(), reference.get().name()))
        .filter(found -> hasController(found) && !managedElsewhere(found))
        .map(_ -> ClusterManager.OTHERS)
        .orElse(ClusterManager.WEIR);
  }

  /** By the name of a finalizer: controllers of Cluster API's kinds have it in their group. */
  private static boolean hasController(ApiObject infrastructure) {
    String group = infrastructure.groupKind().group();
    return infrastructure.finalizers().stream()
        .anyMatch(name -> name.contains(CLUSTER_API) || name.contains(group));
  }

  private static boolean managedElsewhere(ApiObject infrastructure) {
    return infrastructure.annotations().containsKey(MetadataKeys.MANAGED_BY);
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
