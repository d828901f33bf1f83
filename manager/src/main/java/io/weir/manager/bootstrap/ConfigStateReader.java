package io.weir.manager.bootstrap;

import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.OwnerReference;
import io.weir.api.core.Cluster;
import io.weir.bootstrap.config.ConfigOwner;
import io.weir.bootstrap.config.ConfigProblem;
import io.weir.bootstrap.config.ConfigProblem.Kind;
import io.weir.bootstrap.config.ConfigState;
import io.weir.bootstrap.config.ServingPolicy;
import io.weir.engine.watch.PauseCheck;
import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.cache.ObjectCache;
import java.util.Optional;

/** Reads whether data is to be made for a config now. */
public final class ConfigStateReader {

  private final Optional<ObjectCache> pools;
  private final ObjectCache machines;
  private final ObjectCache clusters;
  private final ServingPolicy.ServedMachines servedMachines;

  /**
   * From the management cluster.
   *
   * @param pools absent where they are switched off
   * @param servedMachines whose single Machines are served
   */
  public ConfigStateReader(
      Optional<ObjectCache> pools,
      ObjectCache machines,
      ObjectCache clusters,
      ServingPolicy.ServedMachines servedMachines) {
    this.pools = pools;
    this.machines = machines;
    this.clusters = clusters;
    this.servedMachines = servedMachines;
  }

  /** Whose it is, whether it is served, and what its Cluster still lacks. */
  public ConfigState read(ApiObject config) {
    if (config.isDeleting()) {
      return new ConfigState.NotOurs();
    }
    Optional<OwnerReference> owner = ConfigOwner.ownerReference(config);
    if (owner.isEmpty()) {
      return config.ownerReferences().isEmpty()
          ? new ConfigState.Unowned()
          : new ConfigState.NotOurs();
    }
    Optional<ObjectCache> owners = owners(owner.get());
    if (owners.isEmpty()) {
      return new ConfigState.NotOurs();
    }
    return find(config, owner.get(), owners.get())
        .map(found -> read(config, found))
        .orElseGet(ConfigState.Unowned::new);
  }

  /** The objects of the owner's kind; empty for pools that are switched off. */
  private Optional<ObjectCache> owners(OwnerReference reference) {
    return reference.groupKind().equals(GroupKind.MACHINE) ? Optional.of(machines) : pools;
  }

  /** The owner itself, if the reference still means it. */
  private static Optional<ConfigOwner> find(
      ApiObject config, OwnerReference reference, ObjectCache owners) {
    return owners
        .get(new ObjectKey(config.namespace(), reference.name()))
        .filter(owner -> owner.uid().equals(reference.uid()))
        .map(ConfigOwner::new);
  }

  private ConfigState read(ApiObject config, ConfigOwner configOwner) {
    Optional<ApiObject> cluster = clusters.get(configOwner.cluster());
    if (cluster.isEmpty()) {
      return waiting(
          Optional.empty(),
          Kind.CLUSTER,
          "%s names Cluster %s, which does not exist; create it"
              .formatted(configOwner, configOwner.cluster().name()));
    }
    boolean attached = cluster.get().as(Cluster.class).spec().controlPlaneRef() == null;
    if (configOwner.isMachine() && !attached) {
      if (configOwner.isControlPlane()) {
        return new ConfigState.NotOurs();
      }
      if (servedMachines == ServingPolicy.ServedMachines.ATTACHED) {
        return new ConfigState.ServedByOtherProvider(cluster.get());
      }
    }
    boolean used = isUsed(config, configOwner);
    return PauseCheck.whyPaused(config, cluster)
        .<ConfigState>map(why -> new ConfigState.Paused(why, cluster.get(), used))
        .orElseGet(
            () ->
                used
                    ? read(config, configOwner, cluster.get())
                    : noLongerUsed(config, configOwner, cluster.get()));
  }

  /** A Secret may be named by pools that do not own the config. */
  private boolean isUsed(ApiObject config, ConfigOwner configOwner) {
    return configOwner.uses(config)
        || pools.stream()
            .flatMap(cache -> cache.list(config.namespace()).stream())
            .map(ConfigOwner::new)
            .anyMatch(it -> it.uses(config));
  }

  private static ConfigState noLongerUsed(
      ApiObject config, ConfigOwner configOwner, ApiObject cluster) {
    return new ConfigState.NoLongerUsed(
        "%s uses %s, not %s".formatted(configOwner, configOwner.otherDataSource(), config.name()),
        cluster,
        configOwner.isSettled());
  }

  private ConfigState read(ApiObject config, ConfigOwner configOwner, ApiObject cluster) {
    if (configOwner.isControlPlane()) {
      return new ConfigState.NotServed(
          new ConfigProblem(
              Kind.DATA,
              "%s is a control plane machine, but Weir serves only workers; use Cluster API's kubeadm bootstrap provider for it"
                  .formatted(configOwner)));
    }
    if (configOwner.hasJoined()) {
      return new ConfigState.MachineJoined();
    }
    Cluster view = cluster.as(Cluster.class);
    if (!view.status().initialization().infrastructureProvisioned()) {
      return waiting(
          Optional.of(cluster),
          Kind.CLUSTER,
          WatchFilter.missingLabelMessage(cluster, config)
              .orElseGet(
                  () ->
                      "Cluster %s: status.initialization.infrastructureProvisioned is not true yet; its conditions say what it is waiting for"
                          .formatted(cluster.key())));
    }
    if (!isInitialized(view)) {
      return waiting(
          Optional.of(cluster),
          Kind.CONTROL_PLANE,
          "Cluster %s: its control plane is not initialized yet; its conditions say what it is waiting for"
              .formatted(cluster.key()));
    }
    return new ConfigState.Ready(configOwner, cluster);
  }

  private static boolean isInitialized(Cluster cluster) {
    return cluster.status().initialization().controlPlaneInitialized()
        || cluster.status().conditions().stream()
            .anyMatch(
                condition ->
                    condition.type().equals(ConditionTypes.CONTROL_PLANE_INITIALIZED)
                        && condition.holds());
  }

  private static ConfigState waiting(Optional<ApiObject> cluster, Kind kind, String message) {
    return new ConfigState.Waiting(new ConfigProblem(kind, message), cluster);
  }
}
