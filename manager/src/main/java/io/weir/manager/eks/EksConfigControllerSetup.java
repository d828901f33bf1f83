package io.weir.manager.eks;

import io.weir.api.ApiObject;
import io.weir.api.FeatureGates.Gate;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.config.EksConfigStatusFields;
import io.weir.bootstrap.config.ServingPolicy;
import io.weir.bootstrap.eks.EksClusterInfo;
import io.weir.bootstrap.eks.EksDataRenderer;
import io.weir.bootstrap.eks.KubeconfigAuthority;
import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.KubeCluster;
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
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Puts the controllers of EKSConfigs and NodeadmConfigs together with what they watch. */
public final class EksConfigControllerSetup {

  private final SharedDependencies shared;
  private final ObjectCache configs;
  private final Optional<ObjectCache> pools;
  private final ObjectCache machines;
  private final ObjectCache clusters;
  private final ObjectCache controlPlanes;
  private final GroupKind kind;
  private final ConfigWatchMapping mapping;
  private final DeferredWaker waker = new DeferredWaker();

  /**
   * What the controllers share with others.
   *
   * @param management the management cluster
   * @param secrets its Secrets with a cluster label
   * @param filter which configs are made data for
   * @param events for people
   * @param servingPolicy which configs are served
   * @param clock the time
   * @param workers passes at once
   */
  public record SharedDependencies(
      KubeCluster management,
      ObjectCache secrets,
      WatchFilter filter,
      EventRecorder events,
      ServingPolicy servingPolicy,
      InstantSource clock,
      int workers) {}

  private EksConfigControllerSetup(SharedDependencies shared, GroupKind kind) {
    this.shared = shared;
    this.kind = kind;
    KubeCluster management = shared.management();
    this.configs = management.cache(kind);
    this.pools =
        shared.servingPolicy().gates().isEnabled(Gate.MACHINE_POOL)
            ? Optional.of(management.cache(GroupKind.MACHINE_POOL))
            : Optional.empty();
    this.machines = management.cache(GroupKind.MACHINE);
    this.clusters = management.cache(GroupKind.CLUSTER);
    this.controlPlanes = management.cache(EksClusterInfo.CONTROL_PLANE);
    this.mapping =
        new ConfigWatchMapping(
            new BootstrapKind(
                kind,
                KubeconfigAuthority.secret(new ObjectKey("", "")).name(),
                EksDataRenderer::requiredSecretKeys),
            configs,
            pools,
            machines,
            clusters);
  }

  /** The controllers, not started: one a kind. */
  public static List<Controller> controllers(SharedDependencies shared) {
    return Stream.of(GroupKind.EKS_CONFIG, GroupKind.NODEADM_CONFIG)
        .map(kind -> new EksConfigControllerSetup(shared, kind).controller())
        .toList();
  }

  private Controller controller() {
    KubeClient client = shared.management().client();
    var secrets =
        new ReferencedSecrets(
            shared.secrets(),
            shared.management().informers(),
            client,
            mapping::isSecretNeeded,
            change -> mapping.configsOfSecret(change.object()).forEach(waker));
    var passes =
        new EksConfigController(
            new EksConfigController.Dependencies(
                configs,
                new ConfigStateReader(pools, machines, clusters, shared.servingPolicy().machines()),
                new EksInputsReader(new SecretContents(secrets, clusters), controlPlanes),
                new BootstrapDataStore(shared.secrets(), client),
                new ConfigReporter(
                    client,
                    shared.events(),
                    new EksConfigStatusFields(),
                    "the EKS bootstrap provider of Cluster API's AWS provider"),
                shared.clock()));
    Reconciler tidying =
        key -> {
          secrets.stopUnusedWatches();
          return passes.reconcile(key);
        };
    return waker.bind(sources().build(new FilteredReconciler(shared.filter(), configs, tidying)));
  }

  private Controller.Builder sources() {
    Controller.Builder builder =
        Controller.named(kind.kind().toLowerCase(Locale.ROOT))
            .workers(shared.workers())
            .sharedBy(key -> ClusterShare.of(key, configs))
            .debounce(Duration.ofMillis(100))
            .watch(
                configs, config -> Set.of(config.key()), ConfigWatchMapping::isRelevantConfigChange)
            .watch(machines, mapping::configsOfOwner, ConfigWatchMapping::isRelevantMachineChange)
            .watch(
                clusters,
                cluster -> mapping.configsOfCluster(cluster.key()),
                ConfigWatchMapping::isRelevantClusterChange)
            .watch(
                controlPlanes,
                this::configsOfControlPlane,
                change -> ChangePredicates.hasChanged(change, "/spec"))
            .watch(
                shared.secrets(),
                mapping::configsOfSecret,
                ConfigWatchMapping::isRelevantSecretChange);
    pools.ifPresent(
        cache ->
            builder.watch(
                cache, mapping::configsOfOwner, ConfigWatchMapping::isRelevantPoolChange));
    return builder;
  }

  private Set<ObjectKey> configsOfControlPlane(ApiObject controlPlane) {
    return clusters.list(controlPlane.namespace()).stream()
        .filter(
            cluster ->
                EksInputsReader.controlPlane(cluster)
                    .filter(controlPlane.key()::equals)
                    .isPresent())
        .flatMap(cluster -> mapping.configsOfCluster(cluster.key()).stream())
        .collect(Collectors.toSet());
  }
}
