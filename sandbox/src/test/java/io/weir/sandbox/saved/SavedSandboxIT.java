package io.weir.sandbox.saved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.Journal;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.node.SavedMachine;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.sandbox.InteractiveOptions;
import io.weir.sandbox.ProgressListener;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.SandboxException;
import io.weir.sandbox.SandboxOptions;
import io.weir.sandbox.fault.FaultClient;
import io.weir.sandbox.fault.FaultRequest;
import io.weir.sandbox.fault.FaultServer;
import io.weir.sandbox.fault.FaultType;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.ObjectWaiter;
import io.weir.sandbox.objects.SandboxCloud;
import io.weir.sandbox.sweep.RunIfDrawn;
import io.weir.sandbox.sweep.SoakCase;
import io.weir.sandbox.usage.ApiUsers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("soak")
class SavedSandboxIT {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Counts that are held back for company are written within so many. */
  private static final int RENEWALS_OF_STILLNESS = 4;

  private static final ObjectKey POOL = new ObjectKey("default", "workers");

  @TempDir private Path directory;

  @RunIfDrawn(SoakCase.Single.KEPT_SANDBOX)
  @ParameterizedTest
  @EnumSource
  void aSandboxGoesOnWhereItWasAndTheManagerHasNothingToDo(SandboxCloud kind) throws Exception {
    String cloud;
    Map<String, SavedMachine> machines;
    try (var first = start(kind)) {
      first.apply(Manifests.example(kind));
      awaitRunning(first, 3);
      awaitStillness(first);
      cloud = shown(first).comparableState();
      machines = Map.copyOf(first.fleet().savedMachine());
    }

    try (var second = start(kind)) {
      awaitLooked(second);
      awaitHeartbeats(second, 3);

      assertThat(shown(second).comparableState()).isEqualTo(cloud);
      assertThat(second.fleet().savedMachine()).isEqualTo(machines);
      assertThat(pool(second).at("/status/phase").asText()).isEqualTo("Running");
      assertThat(shown(second).journal().writeCount()).isZero();
      assertThat(writesOfManager(second)).isEmpty();

      second
          .controlPlane()
          .kubectl("scale", "machinepool", "workers", "--replicas=4")
          .outputOrThrow();
      awaitRunning(second, 4);
    }
  }

  @RunIfDrawn(SoakCase.Single.KEPT_FAULTS)
  @Test
  void faultsThatWereNotOverGoOn() throws Exception {
    var twice =
        new FaultRequest.InjectFault(FaultType.TIMEOUT, "CreateLaunchTemplate", "", "", 2, 1, 0, 0);
    var brief = new FaultRequest.InjectFault(FaultType.DENIED, "", "", "", 0, 1, 1, 0);
    try (var first = start(SandboxCloud.AWS);
        var _ = FaultServer.start(first, "one", _ -> {})) {
      tell(twice);
      tell(brief);
      first.apply(Manifests.example());
      awaitRunning(first, 3);
      assertThat(tell(new FaultRequest.ListFaults())).first().asString().contains("1 hit so far");
    }

    try (var second = start(SandboxCloud.AWS);
        var _ = FaultServer.start(second, "one", _ -> {})) {
      List<String> lines = tell(new FaultRequest.ListFaults());

      assertThat(lines)
          .containsExactly("1  timeout on CreateLaunchTemplate, for 2 calls, 1 hit so far");
      assertThat(shown(second).faults().list()).hasSize(1);
    }
  }

  private List<String> tell(FaultRequest faultRequest) throws Exception {
    return new FaultClient(List.of(directory.resolve("kept"))).send(faultRequest, Optional.empty());
  }

  @RunIfDrawn(SoakCase.Single.KEPT_TWICE)
  @Test
  void anotherOneByTheSameNameIsRefused() throws Exception {
    try (var _ = start(SandboxCloud.AWS)) {
      assertThatThrownBy(() -> start(SandboxCloud.AWS))
          .isInstanceOf(SandboxException.class)
          .hasMessage(
              "sandbox one is already running: stop it, or keep this one under another name with"
                  + " --keep=NAME");
    }
  }

  private Sandbox start(SandboxCloud sandboxCloud) throws Exception {
    var interactiveOptions = new InteractiveOptions(0, Optional.of("one"), true);
    return Sandbox.start(
        SandboxOptions.defaults()
            .inDirectory(directory.resolve("sandbox"))
            .with(interactiveOptions)
            .with(sandboxCloud)
            .withManagerArguments("--observe-soon=1s", "--observe-busy=2s", "--observe-idle=4s"),
        ProgressListener.silent());
  }

  private static SimulatedCloud shown(Sandbox sandbox) {
    return sandbox.clouds().getFirst();
  }

  private static int looks(Sandbox sandbox) {
    Journal journal = shown(sandbox).journal();
    return Stream.of("DescribeAutoScalingGroups", "VirtualMachineScaleSets_List", "ListNodes")
        .mapToInt(journal::callCount)
        .sum();
  }

  private static void awaitRunning(Sandbox sandbox, int replicas) throws InterruptedException {
    try (var objectWaiter =
        ObjectWaiter.start(sandbox.kube().cache(GroupKind.MACHINE_POOL), PATIENCE)) {
      assertThat(
              objectWaiter.awaitUntil(
                  POOL,
                  pool ->
                      pool.at("/status/phase").asText().equals("Running")
                          && pool.at("/status/readyReplicas").asInt() == replicas))
          .isPresent();
    }
  }

  /** Until the manager has looked at the cloud after its start, and renewed its lease since. */
  private static void awaitLooked(Sandbox sandbox) throws Exception {
    AuditLog log = sandbox.controlPlane().auditLog();
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (looks(sandbox) < 2) {
      assertThat(System.nanoTime()).isLessThan(end);
      assertThat(log.await(log.mark(), SavedSandboxIT::leaseOfManager, PATIENCE)).isPresent();
    }
  }

  /** Until the nodes have shown that they live. */
  private static void awaitHeartbeats(Sandbox sandbox, int nodes) throws Exception {
    ObjectCache known = sandbox.kube().cache(BuiltInKinds.NODE);
    assertThat(known.awaitSynced(PATIENCE)).isTrue();
    assertThat(known.list()).hasSize(nodes);
    for (ApiObject node : known.list()) {
      assertThat(
              sandbox
                  .controlPlane()
                  .auditLog()
                  .await(
                      AuditLog.beginning(),
                      request ->
                          request.user().equals("system:node:" + node.name())
                              && request.resource().equals("leases")
                              && request.isWrite(),
                      PATIENCE))
          .isPresent();
    }
  }

  /** Until the manager writes nothing any more and the cloud stays as it is, for some renewals. */
  private static void awaitStillness(Sandbox sandbox) throws Exception {
    AuditLog log = sandbox.controlPlane().auditLog();
    long end = System.nanoTime() + PATIENCE.toNanos();
    String cloud;
    int writes;
    do {
      assertThat(System.nanoTime()).isLessThan(end);
      cloud = shown(sandbox).comparableState();
      writes = writesOfManager(sandbox).size();
      for (int i = 0; i < RENEWALS_OF_STILLNESS; i++) {
        assertThat(log.await(log.mark(), SavedSandboxIT::leaseOfManager, PATIENCE)).isPresent();
      }
    } while (writes != writesOfManager(sandbox).size()
        || !cloud.equals(shown(sandbox).comparableState()));
  }

  private static boolean leaseOfManager(AuditRecord request) {
    return request.user().equals(ApiUsers.MANAGER) && request.resource().equals("leases");
  }

  private static List<String> writesOfManager(Sandbox sandbox) throws Exception {
    return sandbox.controlPlane().auditLog().since(AuditLog.beginning()).stream()
        .filter(request -> ApiUsers.MANAGER_USERS.contains(request.user()) && request.isWrite())
        .filter(request -> !request.resource().equals("leases"))
        .map(request -> request.verb() + " " + request.resource() + " " + request.code())
        .toList();
  }

  private static ApiObject pool(Sandbox sandbox) {
    return sandbox.kube().client().get(GroupKind.MACHINE_POOL, POOL).orElseThrow();
  }
}
