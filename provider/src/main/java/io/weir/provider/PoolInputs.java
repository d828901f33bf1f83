package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.core.Cluster;
import io.weir.api.core.ContractReference;
import io.weir.api.core.MachinePool;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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

  private static final String WAITING = "WaitingForCluster";

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
    return named(List.of(kinds), "infrastructureRef", Cluster.Spec::infrastructureRef);
  }

  /**
   * The object that the Cluster's {@code spec.controlPlaneRef} names.
   *
   * @param kinds those that will do
   * @throws PrerequisiteException if it, or the Cluster, is missing, or another kind is named
   */
  public ApiObject controlPlane(GroupKind... kinds) throws PrerequisiteException {
    return named(List.of(kinds), "controlPlaneRef", Cluster.Spec::controlPlaneRef);
  }

  private ApiObject named(
      List<GroupKind> kinds,
      String field,
      Function<Cluster.Spec, @Nullable ContractReference> reference)
      throws PrerequisiteException {
    ApiObject owner =
        cluster.orElseThrow(
            () ->
                PrerequisiteException.waiting(
                    WAITING, "the Cluster of " + pool + " does not exist"));
    ContractReference to = reference.apply(owner.as(Cluster.class).spec());
    if (to == null || !kinds.contains(to.groupKind())) {
      String kindNames = kinds.stream().map(GroupKind::kind).collect(Collectors.joining(" or "));
      throw PrerequisiteException.invalid(
          "%s spec.%s does not name a %s: %s needs one"
              .formatted(owner, field, kindNames, pool.groupKind().kind()));
    }
    GroupKind kind = to.groupKind();
    var key = new ObjectKey(owner.namespace(), to.name());
    return relatedObjects
        .find(kind, key)
        .orElseThrow(
            () ->
                PrerequisiteException.waiting(
                    WAITING, kind.kind() + " " + key + " does not exist"));
  }
}
