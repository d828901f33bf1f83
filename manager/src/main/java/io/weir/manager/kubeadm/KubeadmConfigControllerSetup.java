package io.weir.manager.kubeadm;

import io.weir.api.ApiObject;
import io.weir.api.FeatureGates.Gate;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.config.KubeadmConfigStatusFields;
import io.weir.bootstrap.config.ServingPolicy;
import io.weir.bootstrap.kubeadm.CaSecret;
import io.weir.bootstrap.render.BootstrapDataRenderer;
import io.weir.bootstrap.token.TokenPolicy;
import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.work.Controller;
import io.weir.kernel.work.DeferredWaker;
import io.weir.kernel.work.Reconciler;
import io.weir.manager.bootstrap.BootstrapDataStore;
import io.weir.manager.bootstrap.BootstrapKind;
import io.weir.manager.bootstrap.ConfigReporter;
import io.weir.manager.bootstrap.ConfigStateReader;
import io.weir.manager.bootstrap.ConfigWatchMapping;
import io.weir.manager.bootstrap.SecretContents;
import io.weir.manager.objects.ChangePredicates;
import io.weir.manager.objects.ClusterShare;
import io.weir.manager.objects.FilteredReconciler;
import io.weir.manager.objects.ReferencedSecrets;
import io.weir.manager.workload.WorkloadClusterAccess;
import io.weir.manager.workload.WorkloadClusterListener;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Puts the controllers of KubeadmConfigs together with what they watch. */
public final class KubeadmConfigControllerSetup {

  private static final BootstrapKind KIND =
      new BootstrapKind(
          GroupKind.KUBEADM_CONFIG,
          Set.of(CaSecret.name("")),
          config -> BootstrapDataRenderer.requiredSecretKeys(config.spec()));

  private KubeadmConfigControllerSetup() {}

  /**
   * What the controllers share with others.
   *
   * @param management the management cluster
   * @param secrets its Secrets with a cluster label
   * @param filter which configs are made data for
   * @param workloads the workload clusters
   * @param events for people
   * @param servingPolicy which configs are served
   * @param policy how long join tokens live
   * @param clock the time
   * @param workers passes at once
   */
  public record SharedDependencies(
      KubeCluster management,
      ObjectCache secrets,
      WatchFilter filter,
      WorkloadClusterAccess workloads,
      EventRecorder events,
      ServingPolicy servingPolicy,
      TokenPolicy policy,
      InstantSource clock,
      int workers) {}

  /** The controllers, not started: one that makes data, one that revokes tokens. */
  public static List<Controller> controllers(SharedDependencies sharedDependencies) {
    var watchedCaches = WatchedCaches.of(sharedDependencies);
    var configWatchMapping =
        new ConfigWatchMapping(
            KIND,
            watchedCaches.configs(),
            watchedCaches.pools(),
            watchedCaches.machines(),
            watchedCaches.clusters());
    Controller data =
        bootstrapDataController(sharedDependencies, watchedCaches, configWatchMapping);
    Controller sweep =
        tokenRevocationController(
            sharedDependencies,
            watchedCaches.configs(),
            watchedCaches.clusters(),
            configWatchMapping);
    sharedDependencies.workloads().subscribe(new WorkloadWaker(data, sweep, configWatchMapping));
    return List.of(data, sweep);
  }

  /** The pools are absent where they are switched off. */
  private record WatchedCaches(
      ObjectCache configs,
      Optional<ObjectCache> pools,
      ObjectCache machines,
      ObjectCache clusters) {
    static WatchedCaches of(SharedDependencies sharedDependencies) {
      KubeCluster management = sharedDependencies.management();
      boolean pools = sharedDependencies.servingPolicy().gates().isEnabled(Gate.MACHINE_POOL);
      return new WatchedCaches(
          management.cache(GroupKind.KUBEADM_CONFIG),
          pools ? Optional.of(management.cache(GroupKind.MACHINE_POOL)) : Optional.empty(),
          management.cache(GroupKind.MACHINE),
          management.cache(GroupKind.CLUSTER));
    }
  }

  private static Controller bootstrapDataController(
      SharedDependencies sharedDependencies,
      WatchedCaches watchedCaches,
      ConfigWatchMapping configWatchMapping) {
    var waker = new DeferredWaker();
    ReferencedSecrets secrets = secrets(sharedDependencies, configWatchMapping, waker);
    var controlPlaneVersions =
        new ControlPlaneVersions(
            sharedDependencies.management(),
            watchedCaches.clusters(),
            cluster -> configWatchMapping.configsOfCluster(cluster).forEach(waker));
    var reader =
        new ConfigStateReader(
            watchedCaches.pools(),
            watchedCaches.machines(),
            watchedCaches.clusters(),
            sharedDependencies.servingPolicy().machines());
    var inputs =
        new KubeadmInputsReader(
            new SecretContents(secrets, watchedCaches.clusters()),
            controlPlaneVersions,
            sharedDependencies.servingPolicy().gates());
    var passes =
        new KubeadmConfigController(
            parts(sharedDependencies, watchedCaches.configs(), reader, inputs));
    Reconciler tidying =
        key -> {
          secrets.stopUnusedWatches();
          return passes.reconcile(key);
        };
    return waker.bind(
        sources(sharedDependencies, watchedCaches, configWatchMapping)
            .build(
                new FilteredReconciler(
                    sharedDependencies.filter(), watchedCaches.configs(), tidying)));
  }

  private static ReferencedSecrets secrets(
      SharedDependencies sharedDependencies,
      ConfigWatchMapping configWatchMapping,
      DeferredWaker waker) {
    return new ReferencedSecrets(
        sharedDependencies.secrets(),
        sharedDependencies.management().informers(),
        sharedDependencies.management().client(),
        configWatchMapping::isSecretNeeded,
        change -> configWatchMapping.configsOfSecret(change.object()).forEach(waker));
  }

  private static KubeadmConfigController.Dependencies parts(
      SharedDependencies sharedDependencies,
      ObjectCache configs,
      ConfigStateReader reader,
      KubeadmInputsReader inputs) {
    KubeClient client = sharedDependencies.management().client();
    return new KubeadmConfigController.Dependencies(
        configs,
        reader,
        inputs,
        new BootstrapDataStore(sharedDependencies.secrets(), client),
        sharedDependencies.workloads(),
        sharedDependencies.policy(),
        new SecureRandom(),
        new ConfigReporter(
            client,
            sharedDependencies.events(),
            new KubeadmConfigStatusFields(),
            "Cluster API's kubeadm bootstrap provider"),
        sharedDependencies.clock());
  }

  private static Controller.Builder sources(
      SharedDependencies sharedDependencies,
      WatchedCaches watchedCaches,
      ConfigWatchMapping configWatchMapping) {
    Controller.Builder builder =
        Controller.named("kubeadmconfig")
            .workers(sharedDependencies.workers())
            .sharedBy(key -> ClusterShare.of(key, watchedCaches.configs()))
            .debounce(Duration.ofMillis(100))
            .watch(
                watchedCaches.configs(),
                config -> Set.of(config.key()),
                ConfigWatchMapping::isRelevantConfigChange)
            .watch(
                watchedCaches.machines(),
                configWatchMapping::configsOfOwner,
                ConfigWatchMapping::isRelevantMachineChange)
            .watch(
                watchedCaches.clusters(),
                cluster -> configWatchMapping.configsOfCluster(cluster.key()),
                ConfigWatchMapping::isRelevantClusterChange)
            .watch(
                sharedDependencies.secrets(),
                configWatchMapping::configsOfSecret,
                ConfigWatchMapping::isRelevantSecretChange);
    watchedCaches
        .pools()
        .ifPresent(
            pools ->
                builder.watch(
                    pools,
                    configWatchMapping::configsOfOwner,
                    ConfigWatchMapping::isRelevantPoolChange));
    return builder;
  }

  private static Controller tokenRevocationController(
      SharedDependencies sharedDependencies,
      ObjectCache configs,
      ObjectCache clusters,
      ConfigWatchMapping configWatchMapping) {
    return Controller.named("join-tokens")
        .workers(4)
        .sharedBy(ObjectKey::toString)
        .watch(configs, configWatchMapping::clustersOf, change -> change instanceof Change.Deleted)
        .watch(
            clusters,
            cluster -> Set.of(cluster.key()),
            change -> ChangePredicates.hasChanged(change, "/spec/paused"))
        .build(
            new TokenRevocationController(
                clusters,
                configs,
                sharedDependencies.management().client(),
                sharedDependencies.workloads()));
  }

  /** What happens in workload clusters wakes the configs it concerns. */
  private record WorkloadWaker(
      Controller data, Controller tokenRevocation, ConfigWatchMapping watchMapping)
      implements WorkloadClusterListener {

    @Override
    public void reachabilityChanged(ObjectKey cluster) {
      watchMapping.configsOfCluster(cluster).forEach(data::enqueue);
      tokenRevocation.enqueue(cluster);
    }

    @Override
    public void tokenChanged(ObjectKey cluster, Change change) {
      ApiObject token = change.object();
      watchMapping.configsOfToken(token).forEach(data::enqueue);
    }
  }
}
