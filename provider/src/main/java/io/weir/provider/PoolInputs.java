package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.core.MachinePool;
import java.util.Optional;

/**
 * Everything that a desired state is computed from: one snapshot of the API server's objects.
 *
 * @param pool the infrastructure pool
 * @param machinePool the MachinePool that owns it
 * @param cluster the Cluster, absent once it is gone
 * @param bootstrapData bootstrap data, absent until it exists or where the cloud needs none
 * @param marks what the pool's cloud objects are to be marked with
 * @param relatedObjects reads objects of the kinds in {@link PoolProvider#relatedKinds()}
 */
public record PoolInputs(
    ApiObject pool,
    ApiObject machinePool,
    Optional<ApiObject> cluster,
    Optional<BootstrapData> bootstrapData,
    PoolMarks marks,
    RelatedObjects relatedObjects) {

  static final String WAITING = "WaitingForCluster";

  /** Whether the MachinePool says that its size is managed externally. */
  public boolean hasExternallyManagedReplicas() {
    return machinePool
        .annotation(MetadataKeys.REPLICAS_MANAGED_BY)
        .filter(by -> !by.equals("false"))
        .isPresent();
  }

  /** How many replicas are requested; one if the MachinePool does not say. */
  public int replicas() {
    Integer asked = machinePool.as(MachinePool.class).spec().replicas();
    return asked == null ? 1 : asked;
  }

  /**
   * The Kubernetes version that the MachinePool requests; empty if it requests none.
   *
   * @throws PrerequisiteException if it is not a version
   */
  public Optional<KubernetesVersion> kubernetesVersion() throws PrerequisiteException {
    String text = machinePool.as(MachinePool.class).spec().template().spec().version();
    Optional<KubernetesVersion> version = Optional.ofNullable(text).flatMap(KubernetesVersion::of);
    if (version.isEmpty() && text != null && !text.isEmpty()) {
      throw PrerequisiteException.invalid(
          "MachinePool spec.template.spec.version %s is not a version, such as v1.35.4"
              .formatted(text));
    }
    return version;
  }

  /**
   * The object that the Cluster's {@code spec.infrastructureRef} names.
   *
   * @param kinds those that will do
   * @throws PrerequisiteException if it, or the Cluster, is missing, or another kind is named
   */
  public ApiObject infrastructureCluster(GroupKind... kinds) throws PrerequisiteException {
    return clusterReferences().infrastructureCluster(kinds);
  }

  /**
   * The object that the Cluster's {@code spec.controlPlaneRef} names.
   *
   * @param kinds those that will do
   * @throws PrerequisiteException if it, or the Cluster, is missing, or another kind is named
   */
  public ApiObject controlPlane(GroupKind... kinds) throws PrerequisiteException {
    return clusterReferences().controlPlane(kinds);
  }

  private ClusterReferences clusterReferences() throws PrerequisiteException {
    ApiObject owner =
        cluster.orElseThrow(
            () ->
                PrerequisiteException.waiting(
                    WAITING, "the Cluster of " + pool + " does not exist"));
    return new ClusterReferences(owner, pool.groupKind(), relatedObjects);
  }
}
