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
import io.weir.manager.objects.RevertedWriteRecorder;
import io.weir.provider.CallGate;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All controllers of one process, which work while the process leads. */
final class Manager implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Manager.class);

  private final String identity;
  private final LeaseFence leaseFence;
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
    leaseFence = new LeaseFence(hooks.requestListener());
    management =
        KubeCluster.connectAtRest(
            config, WatchSettings.defaults().inNamespace(options.namespace()), leaseFence);
    election = election(LeaseSettings.defaults(options.lease(), identity), hooks);
    leaseFence.closeWhen(election::hasLostLeadership);
    // Before the caches begin, which are then known to be of after the last leader.
    election.look();
    management.informers().followCrds();
    // Before all work: others may wait for a conversion, whoever leads.
    webhooks = answer(options, clock);
    LOG.info("controllers: {}", options.roles().names());
    events = new EventRecorder(management.client(), identity, clock);
    RevertedWriteRecorder.subscribe(management.client(), events);
    var shared =
        new ControllerDependencies(
            options, management, LabelledSecrets.watch(management), events, clock);
    // Others' API servers tell replicas apart, too, and learn no name of a Pod.
    workloads = WorkloadModule.of(shared, LeaderElection.withoutHost(identity), leaseFence);
    infrastructure =
        InfrastructureModule.of(
            shared,
            workloads.connections(),
            limits -> leaseFence.wrap(hooks.callGate().apply(limits)));
    workloads
        .connections()
        .ifPresent(connections -> connections.useGrantsOf(infrastructure.controlPlanes()));
    controllers =
        Stream.of(
                workloads.controllers(),
                TokenlessModule.controllers(shared),
                infrastructure.controllers())
            .flatMap(List::stream)
            .toList();
    webhooks.watchOver(this::standstills);
  }

  /**
   * Who this process is among all managers: in its lease, its Events and, without the host where
   * others are asked, its user agent.
   */
  String identity() {
    return identity;
  }

  /** Seeks leadership and works while it has it. */
  void start() {
    election.start();
  }

  /**
   * Ends all work, then gives the lease back, so that another process can take it at once. If a
   * pass has not ended by itself, the lease is left to run out, for its last call may still take
   * effect. Webhooks are answered until the end.
   */
  @Override
  public void close() {
    webhooks.leave();
    boolean ended = ControllerShutdown.stop(controllers, Controller.GRACE);
    infrastructure.close();
    if (ended) {
      election.close();
    } else {
      election.abandon();
    }
    workloads.close();
    events.close();
    webhooks.close();
    management.close();
  }

  /** Whatever of this process must go round and does not, for people. */
  private List<String> standstills() {
    return Stream.concat(
            Stream.concat(
                controllers.stream().map(Controller::standstill), Stream.of(election.standstill())),
            infrastructure.standstills())
        .flatMap(Optional::stream)
        .toList();
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
          public void onStartedLeading(LeaderElection.Acquisition acquisition) {
            webhooks.lead();
            management.listAnew(acquisition.freeAt());
            if (acquisition.expired()) {
              LOG.info(
                  "the lease was not given back: no write to a cloud for {} s",
                  CallGate.LONGEST_CALL.toSeconds());
              leaseFence.holdCloudWrites(CallGate.LONGEST_CALL);
            }
            controllers.forEach(controller -> controller.start(hooks.passListener()));
          }

          @Override
          public void onHistoryWentBack() {
            management.listAnew(System.nanoTime());
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
