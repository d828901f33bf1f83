package io.weir.engine.pool;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.core.ContractReference;
import io.weir.api.core.MachinePool;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** What a reference of a pool leads to. */
public sealed interface Referred {

  /** The pool has no such reference. */
  record None() implements Referred {}

  /** An object that is this pool's, or is still to become so. */
  record Found(ApiObject object) implements Referred {}

  /**
   * An object that somebody else controls: nothing of it may be used, changed or deleted.
   *
   * @param trouble one sentence for people, with the remedy
   */
  record Foreign(String trouble) implements Referred {}

  /**
   * There is no such object.
   *
   * @param what its kind and name
   * @param problem that it does not exist, or its kind, to be read after the name; with the remedy
   */
  record Absent(String what, String problem) implements Referred {}

  /**
   * The kind is not one that may be referred to; such an object is not even looked at.
   *
   * @param what its kind and name
   * @param problem what is wrong, to be read after the name
   */
  record Unfit(String what, String problem) implements Referred {}

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
  static Referred of(ApiObject machinePool, ApiObject object) {
    return object
        .controller()
        .filter(owner -> !PartFate.isPool(machinePool, owner))
        .<Referred>map(
            other ->
                new Foreign(
                    "%s is controlled by %s %s; reference an object of this pool's own"
                        .formatted(object, other.kind(), other.name())))
        .orElseGet(() -> new Found(object));
  }

  /** An object of a kind without a contract of Cluster API. */
  static Referred unfit(String what, GroupKind kind) {
    return new Unfit(
        what,
        ("is not of a Cluster API kind, as the CRD of %s has no contract label such as %sv1beta2: reference an object of a kind that has one")
            .formatted(kind, Keys.CONTRACT_PREFIX));
  }

  /**
   * An object that does not exist.
   *
   * @param installed whether its kind does
   */
  static Referred absent(String what, GroupKind kind, boolean installed) {
    return new Absent(
        what,
        installed
            ? PoolSnapshot.ABSENT
            : "is of a kind that is not installed: install the CRD of " + kind);
  }

  /**
   * What of a reference goes with a pool that is being deleted: an object that stays is somebody
   * else's from now on.
   *
   * @param others the pools that refer to an object
   */
  default Referred leaving(
      ApiObject machinePool, String cluster, Function<ApiObject, List<ApiObject>> others) {
    if (!(this instanceof Found(ApiObject object))) {
      return this;
    }
    List<String> names = others(machinePool, others.apply(object));
    return switch (PartFate.of(machinePool, cluster, object, names)) {
      case PartFate.Goes _ -> this;
      case PartFate.Stays(String because) -> new Foreign("%s %s".formatted(object, because));
    };
  }

  /** Who else names the object, and is not about to go. */
  private static List<String> others(ApiObject machinePool, List<ApiObject> referring) {
    return referring.stream()
        .filter(pool -> !pool.deleting() && !pool.name().equals(machinePool.name()))
        .map(ApiObject::name)
        .sorted()
        .toList();
  }
}
