package io.weir.engine.pool;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.core.ContractReference;
import io.weir.api.core.MachinePool;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** What a reference of a pool leads to. */
public sealed interface ResolvedReference {

  /** The pool has no such reference. */
  record None() implements ResolvedReference {}

  /** An object that is this pool's, or is still to become so. */
  record Found(ApiObject object) implements ResolvedReference {}

  /**
   * An object that somebody else controls: nothing of it may be used, changed or deleted.
   *
   * @param problem one sentence for people, with the remedy
   */
  record ControlledByOther(String problem) implements ResolvedReference {}

  /**
   * There is no such object.
   *
   * @param what its kind and name
   * @param problem that it does not exist, or its kind, to be read after the name; with the remedy
   */
  record Absent(String what, String problem) implements ResolvedReference {}

  /**
   * The kind is not one that may be referred to; such an object is not even looked at.
   *
   * @param what its kind and name
   * @param problem what is wrong, to be read after the name
   */
  record UnsupportedKind(String what, String problem) implements ResolvedReference {}

  /** What a pool refers to. */
  static List<ContractReference> references(ApiObject machinePool) {
    MachinePool.MachineSpec template = machinePool.as(MachinePool.class).spec().template().spec();
    return Stream.of(
            Optional.ofNullable(template.bootstrap().configRef()),
            Optional.ofNullable(template.infrastructureRef()))
        .flatMap(Optional::stream)
        .toList();
  }

  /** An object, seen by a pool. */
  static ResolvedReference of(ApiObject machinePool, ApiObject object) {
    return object
        .controller()
        .filter(owner -> !ReferencedObjectDeletion.isOwnedBy(machinePool, owner))
        .<ResolvedReference>map(
            other ->
                new ControlledByOther(
                    "%s is controlled by %s %s; reference an object of this pool's own"
                        .formatted(object, other.kind(), other.name())))
        .orElseGet(() -> new Found(object));
  }

  /** An object of a kind without a contract of Cluster API. */
  static ResolvedReference unfit(String what, GroupKind kind) {
    return new UnsupportedKind(
        what,
        ("is not of a Cluster API kind, as the CRD of %s has no contract label such as %sv1beta2:"
                + " reference an object of a kind that has one")
            .formatted(kind, MetadataKeys.CONTRACT_PREFIX));
  }

  /**
   * An object that does not exist.
   *
   * @param installed whether its kind does
   */
  static ResolvedReference absent(String what, GroupKind kind, boolean installed) {
    return new Absent(
        what,
        installed
            ? PoolSnapshot.NOT_FOUND_MESSAGE
            : "is of a kind that is not installed: install the CRD of " + kind);
  }

  /**
   * What of a reference goes with a pool that is being deleted: an object that stays is somebody
   * else's from now on.
   *
   * @param others the pools that refer to an object
   */
  default ResolvedReference leaving(
      ApiObject machinePool, String cluster, Function<ApiObject, List<ApiObject>> others) {
    if (!(this instanceof Found(ApiObject object))) {
      return this;
    }
    List<String> names = others(machinePool, others.apply(object));
    return switch (ReferencedObjectDeletion.decide(machinePool, cluster, object, names)) {
      case ReferencedObjectDeletion.Delete _ -> this;
      case ReferencedObjectDeletion.Keep(String because) ->
          new ControlledByOther("%s %s".formatted(object, because));
    };
  }

  /** Who else names the object, and is not about to go. */
  private static List<String> others(ApiObject machinePool, List<ApiObject> referring) {
    return referring.stream()
        .filter(pool -> !pool.isDeleting() && !pool.name().equals(machinePool.name()))
        .map(ApiObject::name)
        .sorted()
        .toList();
  }
}
