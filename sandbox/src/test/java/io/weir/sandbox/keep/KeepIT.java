package io.weir.sandbox.keep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.Journal;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.node.Left;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.BuiltIns;
import io.weir.sandbox.Progress;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.SandboxException;
import io.weir.sandbox.SandboxOptions;
import io.weir.sandbox.Staying;
import io.weir.sandbox.account.Accounts;
import io.weir.sandbox.fault.Desk;
import io.weir.sandbox.fault.DeskClient;
import io.weir.sandbox.fault.Misbehaviour;
import io.weir.sandbox.fault.Order;
import io.weir.sandbox.objects.Awaiting;
import io.weir.sandbox.objects.Cloud;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.sweep.Drawn;
import io.weir.sandbox.sweep.SoakCase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("soak")
class KeepIT {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Counts that are held back for company are written within so many. */
  private static final int RENEWALS_OF_STILLNESS = 4;

  private static final ObjectKey POOL = new ObjectKey("default", "workers");

  @TempDir private Path directory;

  @Drawn(SoakCase.Single.KEPT_SANDBOX)
  @ParameterizedTest
  @EnumSource
  void aSandboxGoesOnWhereItWasAndTheManagerHasNothingToDo(Cloud kind) throws Exception {
    String cloud;
    Map<String, Left> machines;
    try (var first = start(kind)) {
      first.apply(Manifests.example(kind));
      awaitRunning(first, 3);
      awaitStillness(first);
      cloud = shown(first).state();
      machines = Map.copyOf(first.fleet().left());
    }

    try (var second = start(kind)) {
      awaitLooked(second);
      awaitHeartbeats(second, 3);

      assertThat(shown(second).state()).isEqualTo(cloud);
      assertThat(second.fleet().left()).isEqualTo(machines);
      assertThat(pool(second).at("/status/phase").asText()).isEqualTo("Running");
      assertThat(shown(second).journal().writes()).isZero();
      assertThat(writesOfManager(second)).isEmpty();

      second.controlPlane().kubectl("scale", "machinepool", "workers", "--replicas=4").orThrow();
      awaitRunning(second, 4);
    }
  }

  @Drawn(SoakCase.Single.KEPT_FAULTS)
  @Test
  void faultsThatWereNotOverGoOn() throws Exception {
    var twice =
        new Order.Misbehave(Misbehaviour.TIMEOUT, "CreateLaunchTemplate", "", "", 2, 1, 0, 0);
    var brief = new Order.Misbehave(Misbehaviour.DENIED, "", "", "", 0, 1, 1, 0);
    try (var first = start(Cloud.AWS);
        var _ = Desk.open(first, "one", _ -> {})) {
      tell(twice);
      tell(brief);
      first.apply(Manifests.example());
      awaitRunning(first, 3);
      assertThat(tell(new Order.Show())).first().asString().contains("struck 1 times so far");
    }

    try (var second = start(Cloud.AWS);
        var _ = Desk.open(second, "one", _ -> {})) {
      List<String> lines = tell(new Order.Show());

      assertThat(lines)
          .containsExactly(
              "1  timeout at CreateLaunchTemplate, for 2 calls, struck 1 times so far");
      assertThat(shown(second).faults().list()).hasSize(1);
    }
  }

  private List<String> tell(Order order) throws Exception {
    return new DeskClient(List.of(directory.resolve("kept"))).send(order, Optional.empty());
  }

  @Drawn(SoakCase.Single.KEPT_TWICE)
  @Test
  void anotherOneByTheSameNameIsRefused() throws Exception {
    try (var _ = start(Cloud.AWS)) {
      assertThatThrownBy(() -> start(Cloud.AWS))
          .isInstanceOf(SandboxException.class)
          .hasMessage(
              "the sandbox kept as one runs already: stop it, or keep this one by another name with"
                  + " --keep=NAME");
    }
  }

  private Sandbox start(Cloud cloud) throws Exception {
    var staying = new Staying(0, Optional.of("one"), true);
    return Sandbox.start(
        SandboxOptions.defaults()
            .in(directory.resolve("sandbox"))
            .with(staying)
            .with(cloud)
            .withManagerArguments("--observe-soon=1s", "--observe-busy=2s", "--observe-idle=4s"),
        Progress.silent());
  }

  private static SimulatedCloud shown(Sandbox sandbox) {
    return sandbox.clouds().getFirst();
  }

  private static int looks(Sandbox sandbox) {
    Journal journal = shown(sandbox).journal();
    return journal.count("DescribeAutoScalingGroups") + journal.count("ListNodes");
  }

  private static void awaitRunning(Sandbox sandbox, int replicas) throws InterruptedException {
    try (var awaiting = Awaiting.begin(sandbox.kube().cache(GroupKind.MACHINE_POOL), PATIENCE)) {
      assertThat(
              awaiting.until(
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
      assertThat(log.await(log.mark(), KeepIT::leaseOfManager, PATIENCE)).isPresent();
    }
  }

  /** Until the nodes have shown that they live. */
  private static void awaitHeartbeats(Sandbox sandbox, int nodes) throws Exception {
    ObjectCache known = sandbox.kube().cache(BuiltIns.NODE);
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
                              && request.writes(),
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
      cloud = shown(sandbox).state();
      writes = writesOfManager(sandbox).size();
      for (int i = 0; i < RENEWALS_OF_STILLNESS; i++) {
        assertThat(log.await(log.mark(), KeepIT::leaseOfManager, PATIENCE)).isPresent();
      }
    } while (writes != writesOfManager(sandbox).size() || !cloud.equals(shown(sandbox).state()));
  }

  private static boolean leaseOfManager(AuditRecord request) {
    return request.user().equals(Accounts.MANAGER) && request.resource().equals("leases");
  }

  private static List<String> writesOfManager(Sandbox sandbox) throws Exception {
    return sandbox.controlPlane().auditLog().since(AuditLog.beginning()).stream()
        .filter(request -> Accounts.OF_MANAGER.contains(request.user()) && request.writes())
        .filter(request -> !request.resource().equals("leases"))
        .map(request -> request.verb() + " " + request.resource() + " " + request.code())
        .toList();
  }

  private static ApiObject pool(Sandbox sandbox) {
    return sandbox.kube().client().get(GroupKind.MACHINE_POOL, POOL).orElseThrow();
  }
}
