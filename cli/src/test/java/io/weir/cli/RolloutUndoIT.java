package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.engine.settled.MachineSettings;
import io.weir.engine.settled.SettledAnnotation;
import io.weir.engine.settled.SettledHistory;
import io.weir.sandbox.lifecycle.TestSandbox;
import io.weir.sandbox.lifecycle.WithTestSandbox;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** How people take back what they have changed in a pool that runs. */
@WithTestSandbox
class RolloutUndoIT {

  private static final String LARGE = "m5.large";

  private final TestSandbox testSandbox;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  RolloutUndoIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
  }

  @Test
  void anotherInstanceTypeIsTakenBackWithTheMachines() throws Exception {
    ObjectKey pool = testSandbox.create("undone", 2);
    testSandbox.awaitRunning(pool, 2);
    assertThat(rollout("undo", pool)).isEqualTo(1);
    String first = type(awaitSettled(pool, Optional.empty()).latest());
    assertThat(rollout("undo", pool)).isEqualTo(1);
    assertThat(err.toString())
        .contains("no settings before the present ones are recorded of AWSMachinePool default/");
    Set<String> before = machines(pool);

    retype(pool, LARGE);
    assertThat(rollout("status", pool, "--timeout=6m")).as("%s%s", out, err).isZero();
    String _ = told();
    Set<String> large = machines(pool);
    assertThat(large).doesNotContainAnyElementsOf(before);
    assertThat(type(awaitSettled(pool, Optional.of(LARGE)).former().orElseThrow()))
        .isEqualTo(first);

    assertThat(rollout("undo", pool, "--dry-run=server")).as("%s", err).isZero();
    assertThat(told())
        .isEqualTo(
            """
            awsmachinepool.infrastructure.cluster.x-k8s.io/undone: spec.awsLaunchTemplate.instanceType is set from m5.large to %s
            Note: what KubeadmConfig default/undone makes machines run stays as it is: its former content is not kept
            machinepool.cluster.x-k8s.io/undone rolled back (server dry run)
            """
                .formatted(first));
    assertThat(infrastructure(pool).at("/spec/awsLaunchTemplate/instanceType").asText())
        .isEqualTo(LARGE);

    assertThat(rollout("undo", pool)).as("%s", err).isZero();
    assertThat(told()).endsWith("machinepool.cluster.x-k8s.io/undone rolled back\n");
    assertThat(rollout("status", pool, "--timeout=6m")).as("%s%s", out, err).isZero();
    assertThat(machines(pool)).hasSize(2).doesNotContainAnyElementsOf(large);
    SettledHistory end = awaitSettled(pool, Optional.of(first));
    assertThat(type(end.former().orElseThrow())).isEqualTo(LARGE);

    assertThat(rollout("pause", pool)).isZero();
    assertThat(rollout("undo", pool)).isEqualTo(1);
    assertThat(err.toString())
        .contains("is paused: resume it first with: weir rollout resume undone -n default");
    testSandbox.delete(pool);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  private void retype(ObjectKey pool, String type) throws Exception {
    String _ =
        testSandbox.kubectl(
            "patch",
            "awsmachinepool",
            pool.name(),
            "--type=merge",
            "-p",
            "{\"spec\":{\"awsLaunchTemplate\":{\"instanceType\":\"%s\"}}}".formatted(type));
  }

  private SettledHistory awaitSettled(ObjectKey pool, Optional<String> type) throws Exception {
    ApiObject found =
        testSandbox.await(
            TestSandbox.AWS_POOL,
            pool,
            object ->
                history(object)
                    .filter(known -> type.isEmpty() || type.get().equals(type(known.latest())))
                    .isPresent(),
            "settles with " + type);
    return history(found).orElseThrow();
  }

  private static Optional<SettledHistory> history(ApiObject object) {
    return object
        .annotation("weir.io/settled")
        .map(SettledAnnotation::parse)
        .map(known -> ((SettledAnnotation.Known) known).history());
  }

  private static String type(MachineSettings settings) {
    return settings.infrastructure().at("/awsLaunchTemplate/instanceType").asText();
  }

  private Set<String> machines(ObjectKey pool) {
    return infrastructure(pool)
        .at("/spec/providerIDList")
        .valueStream()
        .map(JsonNode::asText)
        .collect(Collectors.toSet());
  }

  private ApiObject infrastructure(ObjectKey pool) {
    return testSandbox.sandbox().kube().client().get(TestSandbox.AWS_POOL, pool).orElseThrow();
  }

  private int rollout(String command, ObjectKey pool, String... more) {
    var arguments = new ArrayList<String>(List.of("rollout", command, pool.name()));
    arguments.addAll(List.of("-n", pool.namespace(), "--kubeconfig"));
    arguments.add(testSandbox.sandbox().controlPlane().adminKubeconfig().toString());
    arguments.addAll(List.of(more));
    CommandLine weir = Weir.command();
    weir.setOut(new PrintWriter(out, true));
    weir.setErr(new PrintWriter(err, true));
    return weir.execute(arguments.toArray(String[]::new));
  }

  /** What was printed since this was asked last. */
  private String told() {
    String text = out.toString();
    out.getBuffer().setLength(0);
    return text;
  }
}
