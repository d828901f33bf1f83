package io.weir.engine.pool;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.api.core.MachinePool;
import io.weir.engine.pool.PoolSnapshot.BootstrapState;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A pool with what it refers to.
 *
 * @param view the pool's spec and status
 * @param cluster empty if it does not exist
 * @param config what the bootstrap data comes from
 * @param infrastructure the infrastructure pool
 */
public record MachinePoolObjects(
    ApiObject pool,
    MachinePool view,
    Optional<ApiObject> cluster,
    ResolvedReference config,
    ResolvedReference infrastructure) {

  /** The Cluster that it belongs to. */
  public ObjectKey clusterKey() {
    return new ObjectKey(pool.namespace(), view.spec().clusterName());
  }

  /** What its machines are made from. */
  public MachinePool.MachineSpec template() {
    return view.spec().template().spec();
  }

  /** What is wrong with references to others' objects. */
  public List<String> foreignProblems() {
    return Stream.of(config, infrastructure)
        .filter(ResolvedReference.ControlledByOther.class::isInstance)
        .map(it -> ((ResolvedReference.ControlledByOther) it).problem())
        .toList();
  }

  /** What is wrong with references to kinds that may not be referred to. */
  public Optional<String> unsupportedProblem() {
    return Stream.of(config, infrastructure)
        .filter(ResolvedReference.UnsupportedKind.class::isInstance)
        .map(ResolvedReference.UnsupportedKind.class::cast)
        .map(it -> it.what() + " " + it.problem())
        .findFirst();
  }

  /** Whether something that the pool names has not come yet. */
  public boolean isIncomplete() {
    return cluster.isEmpty()
        || config instanceof ResolvedReference.Absent
        || infrastructure instanceof ResolvedReference.Absent
        || bootstrapState() instanceof BootstrapState.Waiting;
  }

  /** The bootstrap data; nothing of an object that is somebody else's. */
  public BootstrapState bootstrapState() {
    return switch (config) {
      case ResolvedReference.None _ -> userProvidedBootstrap();
      case ResolvedReference.Found(ApiObject object) -> ContractReader.readBootstrap(pool, object);
      case ResolvedReference.ControlledByOther(String trouble) ->
          new BootstrapState.Waiting(trouble);
      case ResolvedReference.Absent(String what, String problem) ->
          new BootstrapState.Missing(what, problem);
      case ResolvedReference.UnsupportedKind(String what, String problem) ->
          new BootstrapState.Missing(what, problem);
    };
  }

  private BootstrapState userProvidedBootstrap() {
    String secret = template().bootstrap().dataSecretName();
    return secret == null
        ? new BootstrapState.Waiting(
            "spec.template.spec.bootstrap sets neither configRef nor dataSecretName: set one")
        : new BootstrapState.Ready(secret);
  }

  /** The infrastructure pool; nothing of one that is somebody else's. */
  public InfrastructureState infrastructureState() {
    return switch (infrastructure) {
      case ResolvedReference.None _ ->
          new InfrastructureState.Missing("an infrastructure pool", "is required");
      case ResolvedReference.Found(ApiObject object) ->
          ContractReader.readInfrastructure(pool, object);
      case ResolvedReference.ControlledByOther(String trouble) ->
          new InfrastructureState.Present(
              false,
              List.of(),
              Set.of(),
              OptionalInt.empty(),
              OptionalInt.empty(),
              InfrastructureState.ProviderMessages.of(
                  new InfrastructureState.InfrastructureProblem("", "", trouble)));
      case ResolvedReference.Absent(String what, String problem) ->
          new InfrastructureState.Missing(what, problem);
      case ResolvedReference.UnsupportedKind(String what, String problem) ->
          new InfrastructureState.Missing(what, problem);
    };
  }
}
