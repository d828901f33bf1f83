package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.core.Cluster;
import io.weir.api.core.ContractReference;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The objects that a Cluster names.
 *
 * @param cluster the Cluster
 * @param neededBy the kind that needs them, for people
 * @param relatedObjects reads objects of their kinds
 */
public record ClusterReferences(
    ApiObject cluster, GroupKind neededBy, RelatedObjects relatedObjects) {

  /**
   * The object that {@code spec.infrastructureRef} names.
   *
   * @param kinds those that will do
   * @throws PrerequisiteException if it is missing, or another kind is named
   */
  public ApiObject infrastructureCluster(GroupKind... kinds) throws PrerequisiteException {
    return named(List.of(kinds), "infrastructureRef", Cluster.Spec::infrastructureRef);
  }

  /**
   * The object that {@code spec.controlPlaneRef} names.
   *
   * @param kinds those that will do
   * @throws PrerequisiteException if it is missing, or another kind is named
   */
  public ApiObject controlPlane(GroupKind... kinds) throws PrerequisiteException {
    return named(List.of(kinds), "controlPlaneRef", Cluster.Spec::controlPlaneRef);
  }

  private ApiObject named(
      List<GroupKind> kinds,
      String field,
      Function<Cluster.Spec, @Nullable ContractReference> reference)
      throws PrerequisiteException {
    ContractReference to = reference.apply(cluster.as(Cluster.class).spec());
    if (to == null || !kinds.contains(to.groupKind())) {
      String kindNames = kinds.stream().map(GroupKind::kind).collect(Collectors.joining(" or "));
      throw PrerequisiteException.invalid(
          "%s spec.%s does not name a %s: %s needs one"
              .formatted(cluster, field, kindNames, neededBy.kind()));
    }
    GroupKind kind = to.groupKind();
    var key = new ObjectKey(cluster.namespace(), to.name());
    return relatedObjects
        .find(kind, key)
        .orElseThrow(
            () ->
                PrerequisiteException.waiting(
                    PoolInputs.WAITING, kind.kind() + " " + key + " does not exist"));
  }
}
