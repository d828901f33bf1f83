package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.controlplane.process.Command;
import io.weir.sandbox.objects.ExamplePools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * What people try with kubectl before they read on, each time in a namespace of its own; the pool
 * in it is called like it.
 */
@WithTestSandbox
class FirstStepsIT {

  private static final long LOOK_NANOS = 20_000_000;
  private static final long BOUND_NANOS = 240_000_000_000L;
  private static final String ALL_PARTS = "mp,awsmachinepool,kubeadmconfig";

  private final TestSandbox testSandbox;

  FirstStepsIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
  }

  @Test
  void whatIsAppliedAgainIsUnchangedAndNobodyFightsOverFields() throws Exception {
    String namespace = attached("again");
    String file = manifest(namespace).toString();
    testSandbox.kubectl("apply", "-f", file);
    runs(namespace, 1);
    testSandbox.awaitStillness(namespace); // else what differs may be what Weir writes meanwhile
    String listed = testSandbox.kubectl("-n", namespace, "get", ALL_PARTS, "--no-headers");
    assertThat(listed.lines()).hasSize(3).allMatch(line -> line.contains(namespace));

    assertThat(testSandbox.kubectl("apply", "-f", file).lines())
        .allMatch(it -> it.endsWith("unchanged"));
    assertNothingDiffers("diff", "-f", file);

    testSandbox.kubectl("apply", "--server-side", "-f", file);
    testSandbox.awaitStillness(namespace);
    List<String> before = versions(namespace);
    testSandbox.kubectl("apply", "--server-side", "-f", file);
    assertThat(versions(namespace)).isEqualTo(before);
    assertNothingDiffers("diff", "--server-side", "-f", file);
    testSandbox.kubectl("apply", "--server-side", "--field-manager=gitops", "-f", file);
    runs(namespace, 1);
    end(namespace);
  }

  @Test
  void aPoolIsWatchedDownToNothingAndUpAgain() throws Exception {
    String namespace = attached("to-nothing");
    testSandbox.kubectl("apply", "-f", manifest(namespace).toString());
    runs(namespace, 1);
    var pool = new ObjectKey(namespace, namespace);
    Path shown = Files.createTempFile(testSandbox.sandbox().directory(), "watch-", "");
    Process watch = watching(namespace, shown);
    awaitShown(shown, "Running");

    testSandbox.kubectl("-n", namespace, "scale", "mp", namespace, "--replicas=0");
    // The example's group keeps one machine at least; the pool itself says so.
    testSandbox.kubectl(
        "-n", namespace, "wait", "mp", namespace, "--for=condition=ScalingDown", "--timeout=240s");
    testSandbox.await(
        GroupKind.MACHINE_POOL,
        pool,
        found -> found.status().toString().contains("spec.minSize is 1"),
        "says what keeps its size");
    testSandbox.kubectl(
        "-n",
        namespace,
        "patch",
        "awsmachinepool",
        namespace,
        "--type=merge",
        "-p",
        "spec: {minSize: 0}");
    runs(namespace, 0);
    testSandbox.awaitNodes("it has none", () -> testSandbox.countNodesOf(pool) == 0);
    assertThat(
            testSandbox.kubectl("-n", namespace, "get", "mp", namespace, "-o", "jsonpath={.spec}"))
        .doesNotContain("providerIDList");

    testSandbox.kubectl("-n", namespace, "scale", "mp", namespace, "--replicas=2");
    runs(namespace, 2);
    awaitShown(shown, "Running", "ScalingDown", "ScalingUp", "Running");
    watch.destroy();
    watch.waitFor();
    end(namespace);
  }

  @Test
  void aPausedClusterStopsItsPoolsAndADeletedOneTakesThemAlong() throws Exception {
    String namespace = attached("paused");
    testSandbox.kubectl("apply", "-f", manifest(namespace).toString());
    runs(namespace, 1);
    var pool = new ObjectKey(namespace, namespace);

    pause(namespace, true);
    for (String object : List.of("mp/" + namespace, "kubeadmconfig/" + namespace, "cluster/demo")) {
      testSandbox.kubectl(
          "-n", namespace, "wait", object, "--for=condition=Paused", "--timeout=240s");
    }
    testSandbox.kubectl("-n", namespace, "scale", "mp", namespace, "--replicas=2");
    testSandbox.awaitTwoRenewals();
    assertThat(
            testSandbox.kubectl(
                "-n", namespace, "get", "mp", namespace, "-o", "jsonpath={.status.replicas}"))
        .isEqualTo("1");
    assertThat(testSandbox.kubectl("-n", namespace, "describe", "mp", namespace))
        .contains(
            "spec.paused of Cluster %s/demo is true; unset it to resume".formatted(namespace));
    pause(namespace, false);
    runs(namespace, 2);

    testSandbox.kubectl("-n", namespace, "delete", "cluster", "demo", "--timeout=240s");
    assertThat(testSandbox.kubectl("-n", namespace, "get", ALL_PARTS)).isEmpty();
    assertThat(testSandbox.kubectl("-n", namespace, "get", "awscluster", "--no-headers"))
        .contains("demo");
    testSandbox.awaitNodes(
        "no Node of the pool is left", () -> testSandbox.countNodesOf(pool) == 0);
  }

  /** kubectl shows changes a moment after they are there: these phases, perhaps with others. */
  private static void awaitShown(Path shown, String... phases) throws IOException {
    long end = System.nanoTime() + BOUND_NANOS;
    while (!subsequence(phases(shown), List.of(phases))) {
      assertThat(System.nanoTime())
          .as("kubectl shows %s in %s", List.of(phases), phases(shown))
          .isLessThan(end);
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private static boolean subsequence(List<String> all, List<String> wanted) {
    int found = 0;
    for (String one : all) {
      if (found < wanted.size() && one.equals(wanted.get(found))) {
        found++;
      }
    }
    return found == wanted.size();
  }

  /** Those of the lines that have come whole. */
  private static List<String> phases(Path shown) throws IOException {
    String text = Files.readString(shown);
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().map(FirstStepsIT::phase).toList();
  }

  /** A namespace with all that pools of the example's Cluster need but themselves. */
  private String attached(String namespace) throws Exception {
    testSandbox.kubectl("create", "namespace", namespace);
    testSandbox.sandbox().createKubeconfigSecret(new ObjectKey(namespace, ExamplePools.CLUSTER));
    return namespace;
  }

  /** Cluster and pool as a person has them in a file. */
  private Path manifest(String namespace) throws IOException {
    var objects = new ArrayList<>(ExamplePools.cluster(namespace));
    objects.addAll(ExamplePools.pool(namespace, namespace, 1));
    Path file = Files.createTempFile(testSandbox.sandbox().directory(), namespace, ".yaml");
    return Files.writeString(
        file, String.join("\n---\n", objects.stream().map(Object::toString).toList()));
  }

  private void runs(String namespace, int replicas) throws Exception {
    testSandbox.awaitRunning(new ObjectKey(namespace, namespace), replicas);
  }

  private void assertNothingDiffers(String... diff) throws Exception {
    Command.Result result = testSandbox.sandbox().controlPlane().kubectl(diff);
    assertThat(result.out()).isEmpty();
    assertThat(result.exitCode()).as(result.err()).isZero();
  }

  private List<String> versions(String namespace) throws Exception {
    return testSandbox
        .kubectl(
            "-n",
            namespace,
            "get",
            ALL_PARTS,
            "-o",
            "jsonpath={range .items[*]}{.metadata.resourceVersion}{\"\\n\"}{end}")
        .lines()
        .toList();
  }

  private Process watching(String namespace, Path shown) throws IOException {
    var way = testSandbox.sandbox().shellAccess();
    return new ProcessBuilder(
            way.programs().resolve("kubectl").toString(),
            "--kubeconfig=" + way.kubeconfig(),
            "-n",
            namespace,
            "get",
            "machinepools",
            "-w",
            "--no-headers")
        .redirectErrorStream(true)
        .redirectOutput(shown.toFile())
        .start();
  }

  /** The column after the six of numbers and the cluster. */
  private static String phase(String line) {
    return line.split("\\s+", -1)[7];
  }

  private void pause(String namespace, boolean paused) throws Exception {
    testSandbox.kubectl(
        "-n",
        namespace,
        "patch",
        "cluster",
        "demo",
        "--type=merge",
        "-p",
        "spec: {paused: %s}".formatted(paused));
  }

  private void end(String namespace) throws Exception {
    testSandbox.kubectl("-n", namespace, "delete", "mp", namespace, "--timeout=240s");
    assertThat(testSandbox.kubectl("-n", namespace, "get", ALL_PARTS)).isEmpty();
  }
}
