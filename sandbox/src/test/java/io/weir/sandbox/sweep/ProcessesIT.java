package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.clouds.aws.world.World;
import io.weir.controlplane.audit.AuditLog;
import io.weir.kernel.kube.BuiltIns;
import io.weir.kernel.kube.Propagation;
import io.weir.sandbox.account.Accounts;
import io.weir.sandbox.manager.ManagerJvm;
import io.weir.sandbox.manager.ManagerLaunch;
import io.weir.sandbox.manager.ManagerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
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
@OnPlane
class ProcessesIT {

  private static final int KILLS_A_PHASE = 2;
  private static final int LATEST_MILLIS = 2500;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Plane plane;

  ProcessesIT(Plane plane) {
    this.plane = plane;
  }

  @Drawn(SoakCase.Single.MANAGER_KILLED_OFTEN)
  @Test
  void aLifeWhoseManagerIsKilledTwiceInEachPhaseEndsLikeAnUnbrokenOne(Unbroken like)
      throws Exception {
    DrawnCases drawn = DrawnCases.ofThisRun();
    var moments = new Random(drawn.seed());
    var killed = new ArrayList<String>();
    try (var life = new Life(plane, "killed", Terrain.AWS);
        var manager = start(life, "killed")) {
      for (Phase phase : Phase.values()) {
        life.begin(phase);
        for (int i = 0; i < KILLS_A_PHASE; i++) {
          int millis = moments.nextInt(LATEST_MILLIS);
          killed.add(phase + "+" + millis);
          Thread.sleep(millis); // the moment is drawn, there is nothing to wait for
          manager.kill();
          restart(life, manager);
        }
        awaitLike(life, phase, like, "kills " + killed + ", " + drawn, manager);
      }
      assertThat(life.made()).as(drawn.toString()).isEqualTo(like.made());
    }
    System.out.printf("%d kills: %s, %s%n", killed.size(), killed, drawn);
  }

  @Drawn(SoakCase.Single.LEADER_STOPPED)
  @Test
  void aLeaderThatWasStoppedBeyondItsLeaseEndsWithoutAWrite(Unbroken like) throws Exception {
    try (var life = new Life(plane, "stopped", Terrain.AWS);
        var first = start(life, "stopped")) {
      life.begin(Phase.CREATE);
      awaitLike(life, Phase.CREATE, like, "at first", first);
      life.begin(Phase.GROW);
      signal(first, "STOP");
      try (var second = start(life, "stopped")) {
        awaitLike(life, Phase.GROW, like, "under the second", second);
        life.begin(Phase.SHRINK);
        awaitLike(life, Phase.SHRINK, like, "under the second", second);
        int writes = life.cloud().journal().writes();

        signal(first, "CONT");

        first.ended().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(life.cloud().journal().writes()).isEqualTo(writes);
        for (Phase phase : List.of(Phase.CHANGE, Phase.DELETE)) {
          life.begin(phase);
          awaitLike(life, phase, like, "after the first", second);
        }
      }
    }
  }

  private ManagerProcess start(Life life, String lease) throws IOException, InterruptedException {
    var directory = Files.createTempDirectory(plane.control().directory(), "manager-");
    return ManagerProcess.start(
        ManagerLaunch.here(
            ManagerJvm.OPTIONS,
            life.arguments(lease),
            Map.of(
                "AWS_ACCESS_KEY_ID", World.ACCOUNT.accessKey(),
                "AWS_SECRET_ACCESS_KEY", World.ACCOUNT.secretKey(),
                "AWS_EC2_METADATA_DISABLED", "true"),
            directory));
  }

  /** Starts the next one; the lease of the dead one, which would have to run out, is taken away. */
  private void restart(Life life, ManagerProcess manager) throws IOException, InterruptedException {
    var lease = new ObjectKey(plane.leaseNamespace(), life.name());
    plane
        .kube()
        .client()
        .get(BuiltIns.LEASE, lease)
        .ifPresent(left -> plane.kube().client().delete(left, Propagation.BACKGROUND));
    AuditLog.Mark mark = plane.control().auditLog().mark();
    manager.restart();
    assertThat(
            plane
                .control()
                .auditLog()
                .await(
                    mark,
                    request ->
                        request.resource().equals("leases")
                            && request.verb().equals("create")
                            && request.user().equals(Accounts.MANAGER),
                    PATIENCE))
        .isPresent();
  }

  private static void signal(ManagerProcess manager, String name) throws Exception {
    long pid = manager.handle().orElseThrow().pid();
    assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor())
        .isZero();
  }

  private static void awaitLike(
      Life life, Phase phase, Unbroken like, String when, ManagerProcess manager)
      throws InterruptedException {
    if (!life.await(phase, like.picture(phase), PATIENCE)) {
      throw new AssertionError(
          "%s, %s: not like an unbroken life%n%s%n%s"
              .formatted(
                  phase,
                  when,
                  Told.difference(like.picture(phase), life.picture()),
                  String.join("\n", manager.lastLines(30))));
    }
  }
}
