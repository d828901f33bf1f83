package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.FreshNamespace;
import io.weir.controlplane.junit.NamedCluster;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.kernel.kube.RequestListener;
import io.weir.sandbox.objects.ExamplePools;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The test plays the controllers. */
@WithControlPlane
class RolloutCommandIT {

  private static final String CLUSTER = "install";

  private final ControlPlane controlPlane;
  private final KubeCluster admin;
  private final ObjectKey key;
  private final Printed out = new Printed();
  private final StringWriter err = new StringWriter();
  private ApiObject pool;

  RolloutCommandIT(
      @NamedCluster(CLUSTER) ControlPlane controlPlane,
      @FreshNamespace(cluster = CLUSTER) String namespace)
      throws InterruptedException {
    this.controlPlane = controlPlane;
    key = new ObjectKey(namespace, "workers");
    assertThat(run("install", "--kubeconfig", kubeconfig())).isZero();
    admin =
        KubeCluster.connect(
            KubeConfigs.fromFile(controlPlane.adminKubeconfig(), "test"),
            WatchSettings.defaults(),
            RequestListener.NONE);
    ObjectCache pools = admin.cache(GroupKind.MACHINE_POOL, ObjectSelector.byName(key));
    assertThat(pools.awaitSynced(Duration.ofMinutes(2))).isTrue(); // else the kind is not known yet
    pool =
        ExamplePools.pool(namespace, "workers", 2).stream()
            .filter(object -> object.path("kind").asText().equals("MachinePool"))
            .map(object -> admin.client().create(object))
            .findFirst()
            .orElseThrow();
  }

  @BeforeEach
  void forgetWhatWasPrinted() {
    out.getBuffer().setLength(0);
  }

  @AfterEach
  void close() {
    admin.client().delete(pool, PropagationPolicy.BACKGROUND);
    admin.close();
  }

  @Test
  void statusFollowsARolloutToItsEnd() throws Exception {
    report(2, 1, 2);
    var code = new CompletableFuture<Integer>();
    Thread _ = Thread.ofVirtual().start(() -> code.complete(rollout("status")));
    await("1 of 2 machines are up to date...", code);

    report(2, 2, 1);
    await("1 of 2 machines are available...", code);
    report(2, 2, 2);

    assertThat(code.get(2, TimeUnit.MINUTES)).isZero();
    assertThat(out.toString()).endsWith("machinepool \"workers\" successfully rolled out\n");
  }

  @Test
  void statusTellsTheStateAloneAndGivesUpInTime() {
    report(2, 1, 2);

    assertThat(rollout("status", "--watch=false")).isZero();
    assertThat(out.toString())
        .isEqualTo("Waiting for rollout to finish: 1 of 2 machines are up to date...\n");
    assertThat(rollout("status", "--timeout=1s")).isEqualTo(1);
    assertThat(err.toString()).contains("timed out waiting");
  }

  @Test
  void pauseAndResumeSetAndRemoveTheAnnotationOnce() {
    assertThat(rollout("pause")).isZero();
    assertThat(rollout("pause")).isEqualTo(1);
    assertThat(get().annotations()).containsEntry("weir.io/rollout", "paused");
    assertThat(rollout("resume")).isZero();
    assertThat(rollout("resume")).isEqualTo(1);

    assertThat(get().annotations()).doesNotContainKey("weir.io/rollout");
    assertThat(out.toString())
        .isEqualTo(
            """
            machinepool.cluster.x-k8s.io/workers paused
            machinepool.cluster.x-k8s.io/workers resumed
            """);
    assertThat(err.toString())
        .contains(
            "machinepools.cluster.x-k8s.io \"workers\" is already paused",
            "machinepools.cluster.x-k8s.io \"workers\" is not paused");
  }

  @Test
  void whatIsNotThereIsNamed() {
    assertThat(rollout("status", "--context=nowhere")).isEqualTo(2);
    assertThat(err.toString()).contains("has no context nowhere");

    assertThat(run("rollout", "pause", "deployment/workers")).isEqualTo(2);
    assertThat(err.toString())
        .contains("deployment/workers is no MachinePool: give its name, or machinepool/NAME");

    assertThat(run("rollout", "pause", "none", "-n", key.namespace(), "--kubeconfig", kubeconfig()))
        .isEqualTo(1);
    assertThat(err.toString()).contains("machinepools.cluster.x-k8s.io \"none\" not found");
  }

  /** Until a command that goes on has printed it. */
  private void await(String line, Future<Integer> command) throws InterruptedException {
    for (int second = 0; second < 240 && !out.toString().contains(line); second++) {
      assertThat(command.isDone()).as("printed %s%n%s", out, err).isFalse();
      var _ = out.writes.tryAcquire(1, TimeUnit.SECONDS);
    }
    assertThat(out.toString()).contains(line);
  }

  private int rollout(String command, String... more) {
    var arguments = new ArrayList<String>(List.of("rollout", command, "machinepool/workers"));
    arguments.addAll(List.of("-n", key.namespace(), "--kubeconfig", kubeconfig()));
    arguments.addAll(List.of(more));
    return run(arguments.toArray(String[]::new));
  }

  private int run(String... arguments) {
    CommandLine weir = Weir.command();
    weir.setOut(new PrintWriter(out, true));
    weir.setErr(new PrintWriter(err, true));
    return weir.execute(arguments);
  }

  private String kubeconfig() {
    return controlPlane.adminKubeconfig().toString();
  }

  private ApiObject get() {
    return admin.client().get(GroupKind.MACHINE_POOL, key).orElseThrow();
  }

  private void report(int replicas, int upToDate, int available) {
    pool =
        admin
            .client()
            .editStatus(
                get(),
                (ObjectNode status) ->
                    status
                        .put("observedGeneration", pool.generation())
                        .put("replicas", replicas)
                        .put("upToDateReplicas", upToDate)
                        .put("availableReplicas", available));
  }

  /** What a command prints from another thread, to be waited for. */
  private static final class Printed extends StringWriter {
    private final Semaphore writes = new Semaphore(0);

    @Override
    public void write(String text, int from, int length) {
      super.write(text, from, length);
      writes.release();
    }
  }
}
