package io.weir.engine.pool;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.api.core.MachinePool;
import io.weir.engine.pool.PoolSnapshot.Bootstrap;
import io.weir.engine.pool.PoolSnapshot.Infrastructure;
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
 * @param config what the first-boot data comes from
 * @param infrastructure the infrastructure pool
 */
public record PoolParts(
    ApiObject pool,
    MachinePool view,
    Optional<ApiObject> cluster,
    Referred config,
    Referred infrastructure) {

  /** The Cluster that it belongs to. */
  public ObjectKey clusterKey() {
    return new ObjectKey(pool.namespace(), view.spec().clusterName());
  }

  /** What its machines are made from. */
  public MachinePool.MachineSpec template() {
    return view.spec().template().spec();
  }

  /** What is wrong with references to others' objects. */
  public List<String> foreign() {
    return Stream.of(config, infrastructure)
        .filter(Referred.Foreign.class::isInstance)
        .map(it -> ((Referred.Foreign) it).trouble())
        .toList();
  }

  /** What is wrong with references to kinds that may not be referred to. */
  public Optional<String> unfit() {
    return Stream.of(config, infrastructure)
        .filter(Referred.Unfit.class::isInstance)
        .map(Referred.Unfit.class::cast)
        .map(it -> it.what() + " " + it.problem())
        .findFirst();
  }

  /** Whether something that the pool names has not come yet. */
  public boolean incomplete() {
    return cluster.isEmpty()
        || config instanceof Referred.Absent
        || infrastructure instanceof Referred.Absent
        || bootstrap() instanceof Bootstrap.Waiting;
  }

  /** The first-boot data; nothing of an object that is somebody else's. */
  public Bootstrap bootstrap() {
    return switch (config) {
      case Referred.None _ -> given();
      case Referred.Found(ApiObject object) -> Contract.bootstrap(pool, object);
      case Referred.Foreign(String trouble) -> new Bootstrap.Waiting(trouble);
      case Referred.Absent(String what, String problem) -> new Bootstrap.Missing(what, problem);
      case Referred.Unfit(String what, String problem) -> new Bootstrap.Missing(what, problem);
    };
  }

  private Bootstrap given() {
    String secret = template().bootstrap().dataSecretName();
    return secret == null
        ? new Bootstrap.Waiting(
            "spec.template.spec.bootstrap sets neither configRef nor dataSecretName: set one")
        : new Bootstrap.Ready(secret);
  }

  /** The infrastructure pool; nothing of one that is somebody else's. */
  public Infrastructure machines() {
    return switch (infrastructure) {
      case Referred.None _ -> new Infrastructure.Missing("an infrastructure pool", "is required");
      case Referred.Found(ApiObject object) -> Contract.infrastructure(pool, object);
      case Referred.Foreign(String trouble) ->
          new Infrastructure.Present(
              false,
              List.of(),
              Set.of(),
              OptionalInt.empty(),
              OptionalInt.empty(),
              Infrastructure.Words.of(new Infrastructure.Hindrance("", "", trouble)));
      case Referred.Absent(String what, String problem) ->
          new Infrastructure.Missing(what, problem);
      case Referred.Unfit(String what, String problem) -> new Infrastructure.Missing(what, problem);
    };
  }
}
