package io.weir.manager;

import io.fabric8.kubernetes.client.Config;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.admission.Admission;
import io.weir.api.conversion.Conversion;
import io.weir.api.conversion.Conversions;
import io.weir.bootstrap.admission.BootstrapAdmissions;
import io.weir.bootstrap.token.TokenPolicy;
import io.weir.engine.admission.EngineAdmissions;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.LabelSelector;
import io.weir.kernel.lead.LeaderElection;
import io.weir.kernel.lead.LeaseSettings;
import io.weir.kernel.work.Controller;
import io.weir.manager.ManagerRun.Hooks;
import io.weir.manager.cloud.Bucket;
import io.weir.manager.cloud.CallLimits;
import io.weir.manager.cloud.SteadyClock;
import io.weir.manager.cluster.AttachedClusters;
import io.weir.manager.infrapool.CloudKeys;
import io.weir.manager.infrapool.InfraPools;
import io.weir.manager.kubeadm.KubeadmConfigs;
import io.weir.manager.machinepool.MachinePools;
import io.weir.manager.objects.WatchFilter;
import io.weir.manager.workload.WorkloadClusters;
import io.weir.manager.workload.WorkloadSettings;
import io.weir.provider.CallGate;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory;
import io.weir.webhook.Rules;
import io.weir.webhook.WebhookSettings;
import io.weir.webhook.Webhooks;
import io.weir.webhook.http.HealthServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All controllers of one process, which work while the process leads. */
final class Manager implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Manager.class);

  private final KubeCluster management;
  private final EventRecorder events;
  private final WorkloadClusters workloads;
  private final List<InfraPools> infraPools = new ArrayList<>();
  private final List<Controller> controllers = new ArrayList<>();
  private final LeaderElection election;
  private final Optional<Webhooks> webhooks;
  private final HealthServer health;

  /**
   * Connects, answers webhooks and begins to fill the caches. Nothing but what webhooks need is
   * written before this process leads.
   */
  Manager(ManagerOptions options, Hooks hooks) {
    Clock clock = Clock.systemUTC();
    var steady = new SteadyClock(clock);
    String identity = LeaderElection.uniqueIdentity(host());
    var fence = new Fence(hooks.requests());
    management =
        KubeCluster.connect(
            config(options.kubeconfig()), WatchSettings.defaults().in(options.namespace()), fence);
    // First of all: others may wait for a conversion, whoever leads.
    List<PoolProviderFactory> clouds =
        ServiceLoader.load(PoolProviderFactory.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList();
    webhooks = webhooks(options, clouds, clock);
    health = health(options);
    events = new EventRecorder(management.client(), identity, clock);
    ObjectCache secrets =
        management.cache(GroupKind.SECRET, LabelSelector.exists(Keys.CLUSTER_NAME));
    WatchFilter filter = options.filter();
    workloads =
        new WorkloadClusters(management, secrets, filter, WorkloadSettings.DEFAULT, fence, clock);
    controllers.add(workloads.controller());
    controllers.add(
        AttachedClusters.controller(management, secrets, filter, workloads, events, clock));
    controllers.addAll(
        new MachinePools(management, filter, workloads, events, clock, options.workers())
            .controllers());
    var policy = new TokenPolicy(options.tokenTtl(), options.tokenMaxAge());
    controllers.addAll(
        KubeadmConfigs.controllers(
            new KubeadmConfigs.Shared(
                management,
                secrets,
                filter,
                workloads,
                events,
                options.serving(),
                policy,
                clock,
                options.workers())));
    var keys = new CloudKeys(management, secrets);
    var shared =
        new InfraPools.Shared(
            management,
            secrets,
            keys,
            filter,
            events,
            clock,
            steady,
            options.pace(),
            options.workers());
    var limits = new CallLimits(steady, Bucket.Size.DEFAULT);
    CallGate gate = fence.before(hooks.calls().apply(limits));
    for (PoolProviderFactory factory : clouds) {
      var context =
          new PoolProviderFactory.Context(options.of(factory.cloud()), gate, keys, steady);
      for (PoolProvider<?, ?> provider : factory.create(context)) {
        InfraPools pools = InfraPools.of(provider, shared);
        infraPools.add(pools);
        controllers.add(pools.controller());
      }
    }
    election =
        new LeaderElection(
            management.client(),
            LeaseSettings.standard(options.lease(), identity),
            new LeaderElection.Callbacks() {
              @Override
              public void started() {
                webhooks.ifPresent(Webhooks::lead);
                controllers.forEach(Controller::start);
              }

              @Override
              public void lost() {
                LOG.error(
                    "lost leadership of {}; exiting, so that the new leader works alone",
                    options.lease());
                hooks.lost().run();
              }
            });
    fence.follow(election::overdue);
  }

  /** Seeks leadership and works while it has it. */
  void start() {
    election.start();
  }

  /**
   * Ends all work, then gives the lease back, so that another process can take it at once. Webhooks
   * are answered until the end.
   */
  @Override
  public void close() {
    webhooks.ifPresent(Webhooks::leave);
    try (var stopping = Executors.newVirtualThreadPerTaskExecutor()) {
      controllers.forEach(controller -> stopping.execute(controller::close));
    }
    infraPools.forEach(InfraPools::close);
    election.close();
    workloads.close();
    events.close();
    webhooks.ifPresent(Webhooks::close);
    health.close();
    management.close();
  }

  private Optional<Webhooks> webhooks(
      ManagerOptions options, List<PoolProviderFactory> clouds, Clock clock) {
    if (!options.webhooks().answered()) {
      return Optional.empty();
    }
    WebhookSettings settings =
        options.webhooks().settings(options.inPod(), options.lease().namespace());
    var rules = new Rules(conversions(clouds), admissions(options, clouds));
    try {
      return Optional.of(Webhooks.start(management, rules, settings, clock));
    } catch (IOException taken) {
      management.close();
      throw new IllegalArgumentException(
          "cannot serve webhooks at %s: %s; choose another address with --webhook-host and --webhook-port"
              .formatted(settings.listen(), taken.getMessage()),
          taken);
    }
  }

  private HealthServer health(ManagerOptions options) {
    InetSocketAddress at = options.webhooks().healthAddress(options.inPod());
    try {
      return HealthServer.start(at, () -> webhooks.map(Webhooks::obstacles).orElseGet(List::of));
    } catch (IOException taken) {
      webhooks.ifPresent(Webhooks::close);
      management.close();
      throw new IllegalArgumentException(
          "cannot serve health checks at %s: %s; choose another address with --health-addr"
              .formatted(at, taken.getMessage()),
          taken);
    }
  }

  private static List<Conversion> conversions(List<PoolProviderFactory> clouds) {
    var all = new ArrayList<>(Conversions.all());
    clouds.forEach(factory -> all.addAll(factory.conversions()));
    return all;
  }

  private static List<Admission> admissions(
      ManagerOptions options, List<PoolProviderFactory> clouds) {
    var all = new ArrayList<Admission>();
    all.addAll(EngineAdmissions.all());
    all.addAll(BootstrapAdmissions.all(options.serving().gates()));
    clouds.forEach(factory -> all.addAll(factory.admissions()));
    return all;
  }

  private static Config config(@Nullable Path kubeconfig) {
    return kubeconfig == null
        ? KubeConfigs.inCluster(System.getenv(), "manager")
        : KubeConfigs.fromFile(kubeconfig, "manager");
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "weir";
    }
  }
}
