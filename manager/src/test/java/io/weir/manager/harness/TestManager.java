package io.weir.manager.harness;

import io.weir.api.ApiObject;
import io.weir.api.Crds;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.retry.Backoff;
import io.weir.bootstrap.config.ServingPolicy;
import io.weir.bootstrap.token.TokenPolicy;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.StartRecorder;
import io.weir.engine.watch.WatchFilter;
import io.weir.engine.workload.AddressPolicy;
import io.weir.engine.workload.CircuitBreaker;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.harness.AdjustableClock;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.TestCluster;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.kube.RequestListener;
import io.weir.kernel.work.Controller;
import io.weir.manager.cluster.AttachedClusterControllerSetup;
import io.weir.manager.kubeadm.KubeadmConfigControllerSetup;
import io.weir.manager.machinepool.MachinePoolControllerSetup;
import io.weir.manager.objects.RevertedWriteRecorder;
import io.weir.manager.workload.ConnectionPacing;
import io.weir.manager.workload.HeldBackRequestsRecorder;
import io.weir.manager.workload.WorkloadClusterSettings;
import io.weir.manager.workload.WorkloadConnections;
import io.weir.provider.aws.api.AwsCrds;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The controllers of attached Clusters and of their configs, at work in one namespace. */
public final class TestManager implements AutoCloseable {

  /** The core and bootstrap kinds and those of AWS. */
  private static final List<ApiObject> KINDS =
      Stream.concat(Crds.core().stream(), AwsCrds.all().stream()).toList();

  /** Where API servers of tests are. */
  public static final AddressPolicy LOOPBACK =
      AddressPolicy.of(List.of("127.0.0.0/8", "::1/128"), List.of());

  /** As by default, but quicker to notice that a cluster is gone or is back. */
  private static WorkloadClusterSettings quick(CircuitBreaker.Settings requests) {
    return WorkloadClusterSettings.DEFAULT
        .at(LOOPBACK)
        .paced(
            new ConnectionPacing(
                Duration.ofMillis(200),
                Duration.ofSeconds(1),
                Duration.ofMillis(100),
                Duration.ofMillis(500),
                Duration.ofSeconds(90)))
        .requesting(requests);
  }

  /** Whoever waits for an answer of a workload cluster waits for longer than any test. */
  private static final CircuitBreaker.Settings PATIENT =
      new CircuitBreaker.Settings(
          Duration.ofHours(1),
          Duration.ofHours(1),
          Duration.ofHours(1),
          Backoff.doubling(Duration.ofHours(1), Duration.ofHours(1)));

  private final String account;
  private final AdjustableClock clock;
  private final KubeCluster management;
  private final EventRecorder events;
  private final WorkloadConnections workloads;
  private final List<Controller> controllers = new ArrayList<>();

  /** Begins to work under an account of its own, without the controller of pools. */
  public TestManager(TestCluster apiServer, String namespace, AdjustableClock clock)
      throws Exception {
    this(apiServer, namespace, WatchFilter.NONE, clock, false, CircuitBreaker.Settings.DEFAULT);
  }

  /** The same with the controller of pools; infrastructure pools are left to the test. */
  public static TestManager withPools(
      TestCluster apiServer, String namespace, AdjustableClock clock) throws Exception {
    return withPools(apiServer, namespace, WatchFilter.NONE, clock);
  }

  /** The same for the objects that the filter admits. */
  public static TestManager withPools(
      TestCluster apiServer, String namespace, WatchFilter filter, AdjustableClock clock)
      throws Exception {
    return new TestManager(
        apiServer, namespace, filter, clock, true, CircuitBreaker.Settings.DEFAULT);
  }

  /**
   * The same with passes that wait for ever for workload clusters which do not answer, so that what
   * goes on meanwhile does so beside them.
   */
  public static TestManager withPatientPasses(
      TestCluster apiServer, String namespace, AdjustableClock clock) throws Exception {
    return new TestManager(apiServer, namespace, WatchFilter.NONE, clock, true, PATIENT);
  }

  private TestManager(
      TestCluster apiServer,
      String namespace,
      WatchFilter filter,
      AdjustableClock clock,
      boolean pools,
      CircuitBreaker.Settings requests)
      throws Exception {
    StartRecorder.record("manager");
    this.account = TestClusters.account("weir");
    this.clock = clock;
    this.management =
        TestClusters.connect(apiServer, account, WatchSettings.defaults().inNamespace(namespace));
    this.events = new EventRecorder(management.client(), account, clock);
    RevertedWriteRecorder.subscribe(management.client(), events);
    ObjectCache secrets =
        management.cache(GroupKind.SECRET, ObjectSelector.withLabel(MetadataKeys.CLUSTER_NAME));
    this.workloads =
        new WorkloadConnections(
            management, secrets, filter, quick(requests), RequestListener.NONE, clock);
    workloads.subscribe(new HeldBackRequestsRecorder(management.cache(GroupKind.CLUSTER), events));
    controllers.add(workloads.controller());
    controllers.add(
        AttachedClusterControllerSetup.controller(
            management,
            secrets,
            Optional.of(management.cache(GroupKind.MACHINE_POOL)),
            filter,
            workloads,
            events,
            clock));
    controllers.addAll(
        KubeadmConfigControllerSetup.controllers(
            new KubeadmConfigControllerSetup.SharedDependencies(
                management,
                secrets,
                filter,
                workloads,
                events,
                ServingPolicy.DEFAULT,
                TokenPolicy.DEFAULT,
                clock,
                4)));
    if (pools) {
      controllers.addAll(
          new MachinePoolControllerSetup(management, filter, workloads, events, clock, 4)
              .controllers());
    }
    controllers.forEach(Controller::start);
  }

  /** Installs the core and bootstrap kinds and those of AWS, unless they are there. */
  public static void installCrds(ControlPlane controlPlane) throws InterruptedException {
    TestClusters.install(controlPlane, KINDS);
  }

  /** A management cluster in memory with the same kinds. */
  public static MemoryApiServer inMemory() throws IOException {
    return new MemoryApiServer().install(KINDS);
  }

  /** The account, as audit logs name it. */
  public String account() {
    return account;
  }

  public KubeCluster management() {
    return management;
  }

  public WorkloadConnections workloads() {
    return workloads;
  }

  /**
   * Waits until the controllers, which read their own caches, can see the object so: each kind
   * comes by a watch of its own, and none waits for another.
   */
  public ApiObject awaitSeen(GroupKind kind, ObjectKey key, Predicate<ApiObject> wanted)
      throws InterruptedException {
    return CacheWaits.awaitObject(management.cache(kind), key, wanted);
  }

  /** Moves the time on and has the controllers look at the object, as their timers would. */
  public void advanceClock(Duration by, ObjectKey key) {
    clock.advance(by);
    controllers.forEach(controller -> controller.enqueue(key));
  }

  @Override
  public void close() {
    controllers.forEach(Controller::close);
    workloads.close();
    events.close();
    management.close();
  }
}
