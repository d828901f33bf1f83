package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.clouds.CloudFault;
import io.weir.clouds.FaultInjector;
import io.weir.clouds.Journal;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.controlplane.audit.AuditLog;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.sandbox.manager.ManagerJvm;
import io.weir.sandbox.manager.ManagerLaunch;
import io.weir.sandbox.manager.ManagerProcess;
import io.weir.sandbox.usage.ApiUsers;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The manager as a process, killed and stopped by the system, at moments that follow from the seed
 * of {@link DrawnCases}.
 */
@Tag("soak")
@WithSharedApiServer
class ManagerKillIT {

  private static final int KILLS_A_PHASE = 2;
  private static final int LATEST_MILLIS = 2500;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Within what a call may take, and longer than a leader waits for one when it is told to end. */
  private static final Duration LONG_CALL = Duration.ofSeconds(25);

  private static final Duration MOMENT = Duration.ofMillis(50);

  private final SharedApiServer sharedApiServer;

  ManagerKillIT(SharedApiServer sharedApiServer) {
    this.sharedApiServer = sharedApiServer;
  }

  @RunIfDrawn(SoakCase.Single.MANAGER_KILLED_OFTEN)
  @Test
  void aLifeWhoseManagerIsKilledTwiceInEachPhaseEndsLikeAnUnbrokenOne(LifecycleBaseline like)
      throws Exception {
    DrawnCases drawn = DrawnCases.ofThisRun();
    var moments = new Random(drawn.seed());
    var killed = new ArrayList<String>();
    try (var poolLifecycleRun = new PoolLifecycleRun(sharedApiServer, "killed", TestCloudType.AWS);
        var manager = start(poolLifecycleRun, "killed")) {
      for (LifecyclePhase lifecyclePhase : LifecyclePhase.values()) {
        poolLifecycleRun.startPhase(lifecyclePhase);
        for (int i = 0; i < KILLS_A_PHASE; i++) {
          int millis = moments.nextInt(LATEST_MILLIS);
          killed.add(lifecyclePhase + "+" + millis);
          Thread.sleep(millis); // the moment is drawn, there is nothing to wait for
          manager.kill();
          restart(poolLifecycleRun, manager);
        }
        awaitLike(
            poolLifecycleRun, lifecyclePhase, like, "kills " + killed + ", " + drawn, manager);
      }
      assertThat(poolLifecycleRun.createdResources())
          .as(drawn.toString())
          .isEqualTo(like.createdResources());
    }
    System.out.printf("%d kills: %s, %s%n", killed.size(), killed, drawn);
  }

  @RunIfDrawn(SoakCase.Single.LEADER_STOPPED)
  @Test
  void aLeaderThatWasStoppedBeyondItsLeaseEndsWithoutAWrite(LifecycleBaseline like)
      throws Exception {
    try (var poolLifecycleRun =
            new PoolLifecycleRun(sharedApiServer, "stopped", TestCloudType.AWS);
        var first = start(poolLifecycleRun, "stopped")) {
      poolLifecycleRun.startPhase(LifecyclePhase.CREATE);
      awaitLike(poolLifecycleRun, LifecyclePhase.CREATE, like, "at first", first);
      poolLifecycleRun.startPhase(LifecyclePhase.GROW);
      signal(first, "STOP");
      try (var second = start(poolLifecycleRun, "stopped")) {
        awaitLike(poolLifecycleRun, LifecyclePhase.GROW, like, "under the second", second);
        poolLifecycleRun.startPhase(LifecyclePhase.SHRINK);
        awaitLike(poolLifecycleRun, LifecyclePhase.SHRINK, like, "under the second", second);
        int writes = poolLifecycleRun.cloud().journal().writeCount();

        signal(first, "CONT");

        first.whenEnded().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(poolLifecycleRun.cloud().journal().writeCount()).isEqualTo(writes);
        for (LifecyclePhase lifecyclePhase :
            List.of(LifecyclePhase.CHANGE, LifecyclePhase.DELETE)) {
          poolLifecycleRun.startPhase(lifecyclePhase);
          awaitLike(poolLifecycleRun, lifecyclePhase, like, "after the first", second);
        }
      }
    }
  }

  @RunIfDrawn(SoakCase.Single.LEADER_TERMINATED_IN_CALL)
  @Test
  void aLeaderThatIsTerminatedInALongCallLeavesItsLeaseAndItsSuccessorWaitsForTheCall(
      LifecycleBaseline like) throws Exception {
    leaveInCall(like, "termed", first -> signal(first, "TERM"));
  }

  @RunIfDrawn(SoakCase.Single.LEADER_STOPPED_IN_CALL)
  @Test
  void aLeaderThatIsStoppedInALongCallIsSucceededAfterTheCall(LifecycleBaseline like)
      throws Exception {
    leaveInCall(like, "paused", first -> signal(first, "STOP"));
  }

  /** How a leader is taken out of its work. */
  @FunctionalInterface
  private interface Blow {
    void strike(ManagerProcess leader) throws Exception;
  }

  private void leaveInCall(LifecycleBaseline like, String name, Blow blow) throws Exception {
    try (var life = new PoolLifecycleRun(sharedApiServer, name, TestCloudType.AWS);
        var first = start(life, name)) {
      life.startPhase(LifecyclePhase.CREATE);
      awaitLike(life, LifecyclePhase.CREATE, like, "at first", first);
      FaultInjector.PendingFault slow =
          life.cloud()
              .faults()
              .inject(
                  CloudFault.of(CloudFault.Kind.SLOW)
                      .forAction("UpdateAutoScalingGroup")
                      .withDelay(LONG_CALL)
                      .times(1));
      try (var second = start(life, name)) {
        life.startPhase(LifecyclePhase.GROW);
        while (slow.strikeCount() == 0) {
          Thread.sleep(MOMENT);
        }
        int before = life.cloud().journal().writeCount();
        Instant struck = Instant.now();

        blow.strike(first);
        life.startPhase(LifecyclePhase.SHRINK);

        awaitLike(life, LifecyclePhase.SHRINK, like, "under the second", second);
        List<Journal.Call> writes =
            life.cloud().journal().calls().stream()
                .filter(Journal.Call::wrote)
                .skip(before)
                .toList();
        // The first is that of the old leader; no other came before it was over.
        assertThat(writes.getFirst().action()).isEqualTo("UpdateAutoScalingGroup");
        assertThat(writes).hasSizeGreaterThan(1);
        assertThat(Duration.between(struck, Instant.now())).isGreaterThan(LONG_CALL);
        life.startPhase(LifecyclePhase.DELETE);
        awaitLike(life, LifecyclePhase.DELETE, like, "under the second", second);
      }
      if (first.isAlive()) {
        signal(first, "CONT");
      }
    }
  }

  private ManagerProcess start(PoolLifecycleRun poolLifecycleRun, String lease)
      throws IOException, InterruptedException {
    var directory =
        Files.createTempDirectory(sharedApiServer.controlPlane().directory(), "manager-");
    return ManagerProcess.start(
        ManagerLaunch.withCurrentJava(
            ManagerJvm.OPTIONS,
            poolLifecycleRun.arguments(lease),
            Map.of(
                "AWS_ACCESS_KEY_ID", AwsSeedData.ACCOUNT.accessKey(),
                "AWS_SECRET_ACCESS_KEY", AwsSeedData.ACCOUNT.secretKey(),
                "AWS_EC2_METADATA_DISABLED", "true"),
            directory));
  }

  /** Starts the next one; the lease of the dead one, which would have to run out, is taken away. */
  private void restart(PoolLifecycleRun poolLifecycleRun, ManagerProcess manager)
      throws IOException, InterruptedException {
    var lease = new ObjectKey(sharedApiServer.leaseNamespace(), poolLifecycleRun.name());
    sharedApiServer
        .kube()
        .client()
        .get(BuiltInKinds.LEASE, lease)
        .ifPresent(
            left -> sharedApiServer.kube().client().delete(left, PropagationPolicy.BACKGROUND));
    AuditLog.Mark mark = sharedApiServer.controlPlane().auditLog().mark();
    manager.restart();
    assertThat(
            sharedApiServer
                .controlPlane()
                .auditLog()
                .await(
                    mark,
                    request ->
                        request.resource().equals("leases")
                            && request.verb().equals("create")
                            && request.user().equals(ApiUsers.MANAGER),
                    PATIENCE))
        .isPresent();
  }

  private static void signal(ManagerProcess manager, String name) throws Exception {
    long pid = manager.handle().orElseThrow().pid();
    assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor())
        .isZero();
  }

  private static void awaitLike(
      PoolLifecycleRun poolLifecycleRun,
      LifecyclePhase lifecyclePhase,
      LifecycleBaseline like,
      String when,
      ManagerProcess manager)
      throws InterruptedException {
    if (!poolLifecycleRun.awaitState(lifecyclePhase, like.stateAfter(lifecyclePhase), PATIENCE)) {
      throw new AssertionError(
          "%s, %s: not like an unbroken life%n%s%n%s"
              .formatted(
                  lifecyclePhase,
                  when,
                  StateDiff.difference(like.stateAfter(lifecyclePhase), poolLifecycleRun.state()),
                  String.join("\n", manager.lastLines(30))));
    }
  }
}
