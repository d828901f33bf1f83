package io.weir.manager.bootstrap;

import io.weir.api.ApiObject;
import io.weir.api.FeatureGates.Gate;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.config.ServingPolicy;
import io.weir.bootstrap.config.V1Beta1ConfigStatusFields;
import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.work.Controller;
import io.weir.kernel.work.DeferredWaker;
import io.weir.kernel.work.Reconciler;
import io.weir.manager.objects.ClusterShare;
import io.weir.manager.objects.FilteredReconciler;
import io.weir.manager.objects.ReferencedSecrets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Puts the controller of a kind of config whose data has no join token together with what it
 * watches.
 */
public final class TokenlessConfigSetup {

  private final SharedDependencies shared;
  private final GroupKind kind;
  private final String otherProvider;
  private final ObjectCache configs;
  private final Optional<ObjectCache> pools;
  private final ObjectCache machines;
  private final ObjectCache clusters;
  private final ConfigWatchMapping mapping;
  private final DeferredWaker waker = new DeferredWaker();
  private final Controller.Builder sources;

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

  /**
   * With what all such kinds watch.
   *
   * @param otherProvider who else serves the kind, for people
   */
  public TokenlessConfigSetup(SharedDependencies shared, BootstrapKind kind, String otherProvider) {
    this.shared = shared;
    this.kind = kind.kind();
    this.otherProvider = otherProvider;
    KubeCluster management = shared.management();
    this.configs = management.cache(kind.kind());
    this.pools =
        shared.servingPolicy().gates().isEnabled(Gate.MACHINE_POOL)
            ? Optional.of(management.cache(GroupKind.MACHINE_POOL))
            : Optional.empty();
    this.machines = management.cache(GroupKind.MACHINE);
    this.clusters = management.cache(GroupKind.CLUSTER);
    this.mapping = new ConfigWatchMapping(kind, configs, pools, machines, clusters);
    this.sources = sources();
  }

  /**
   * Watches also what Clusters name, and wakes the configs of those that name what changes.
   *
   * @param named the objects
   * @param isNamedBy whether a Cluster names an object
   * @param relevant which changes matter
   */
  public void watchNamedByClusters(
      ObjectCache named, BiPredicate<ApiObject, ApiObject> isNamedBy, Predicate<Change> relevant) {
    sources.watch(named, object -> configsOfClusters(object, isNamedBy), relevant);
  }

  /**
   * The controller, not started.
   *
   * @param renderer makes the data, from values of Secrets among others
   */
  public Controller controller(Function<SecretContents, ConfigRenderer> renderer) {
    KubeClient client = shared.management().client();
    var secrets =
        new ReferencedSecrets(
            shared.secrets(),
            shared.management().informers(),
            client,
            mapping::isSecretNeeded,
            change -> mapping.configsOfSecret(change.object()).forEach(waker));
    var passes =
        new TokenlessConfigController(
            new TokenlessConfigController.Dependencies(
                configs,
                new ConfigStateReader(pools, machines, clusters, shared.servingPolicy().machines()),
                renderer.apply(new SecretContents(secrets, clusters)),
                new BootstrapDataStore(shared.secrets(), client),
                new ConfigReporter(
                    client, shared.events(), new V1Beta1ConfigStatusFields(), otherProvider),
                shared.clock()));
    Reconciler tidying =
        key -> {
          secrets.stopUnusedWatches();
          return passes.reconcile(key);
        };
    return waker.bind(sources.build(new FilteredReconciler(shared.filter(), configs, tidying)));
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
                shared.secrets(),
                mapping::configsOfSecret,
                ConfigWatchMapping::isRelevantSecretChange);
    pools.ifPresent(
        cache ->
            builder.watch(
                cache, mapping::configsOfOwner, ConfigWatchMapping::isRelevantPoolChange));
    return builder;
  }

  private Set<ObjectKey> configsOfClusters(
      ApiObject named, BiPredicate<ApiObject, ApiObject> isNamedBy) {
    return clusters.list(named.namespace()).stream()
        .filter(cluster -> isNamedBy.test(cluster, named))
        .flatMap(cluster -> mapping.configsOfCluster(cluster.key()).stream())
        .collect(Collectors.toSet());
  }
}
