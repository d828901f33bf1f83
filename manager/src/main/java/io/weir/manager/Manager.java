package io.weir.manager;

import io.fabric8.kubernetes.client.Config;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.election.LeaderElection;
import io.weir.kernel.election.LeaseSettings;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.work.Controller;
import io.weir.manager.EmbeddedManager.Hooks;
import io.weir.manager.objects.LabelledSecrets;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All controllers of one process, which work while the process leads. */
final class Manager implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Manager.class);

  private final String identity;
  private final KubeCluster management;
  private final WebhookModule webhooks;
  private final EventRecorder events;
  private final WorkloadModule workloads;
  private final InfrastructureModule infrastructure;
  private final List<Controller> controllers;
  private final LeaderElection election;

  /**
   * Connects, answers webhooks and begins to fill the caches. Nothing but what webhooks need is
   * written before this process leads.
   */
  Manager(ManagerOptions given, Hooks hooks) {
    identity = LeaderElection.uniqueIdentity(host());
    Config config = config(given.kubeconfig(), KubeConfigs.component("manager", identity));
    ManagerOptions options =
        !given.isInPod() && KubeConfigs.isOnLoopback(config)
            ? given.withWorkloadAddresses(given.workloadAddresses().allowingLoopback())
            : given;
    Clock clock = Clock.systemUTC();
    var leaseFence = new LeaseFence(hooks.requestListener());
    management =
        KubeCluster.connect(
            config, WatchSettings.defaults().inNamespace(options.namespace()), leaseFence);
    // First of all: others may wait for a conversion, whoever leads.
    webhooks = answer(options, clock);
    LOG.info("controllers: {}", options.roles().names());
    events = new EventRecorder(management.client(), identity, clock);
    var shared =
        new ControllerDependencies(
            options, management, LabelledSecrets.watch(management), events, clock);
    workloads = WorkloadModule.of(shared, identity, leaseFence);
    infrastructure =
        InfrastructureModule.of(
            shared,
            workloads.connections(),
            limits -> leaseFence.wrap(hooks.callGate().apply(limits)));
    controllers =
        Stream.concat(workloads.controllers().stream(), infrastructure.controllers().stream())
            .toList();
    election = election(LeaseSettings.defaults(options.lease(), identity), hooks);
    leaseFence.closeWhen(election::hasLostLeadership);
  }

  /** Who this process is among all managers: in its lease, its Events and its user agent. */
  String identity() {
    return identity;
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
    webhooks.leave();
    try (var stopping = Executors.newVirtualThreadPerTaskExecutor()) {
      controllers.forEach(controller -> stopping.execute(controller::close));
    }
    infrastructure.close();
    election.close();
    workloads.close();
    events.close();
    webhooks.close();
    management.close();
  }

  private WebhookModule answer(ManagerOptions options, Clock clock) {
    try {
      return WebhookModule.start(options, management, clock);
    } catch (IllegalArgumentException taken) {
      management.close();
      throw taken;
    }
  }

  private LeaderElection election(LeaseSettings lease, Hooks hooks) {
    return new LeaderElection(
        management.client(),
        lease,
        new LeaderElection.Callbacks() {
          @Override
          public void onStartedLeading() {
            webhooks.lead();
            controllers.forEach(Controller::start);
          }

          @Override
          public void onStoppedLeading() {
            LOG.error(
                "lost leadership of {}; exiting, so that the new leader works alone",
                lease.lease());
            hooks.onLeadershipLost().run();
          }
        });
  }

  private static Config config(@Nullable Path kubeconfig, String component) {
    return kubeconfig == null
        ? KubeConfigs.inCluster(System.getenv(), component)
        : KubeConfigs.fromFile(kubeconfig, component);
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "weir";
    }
  }
}
