package io.weir.engine.drain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DrainStepTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          {}                                                                              | EVICT
          {'status': {'phase': 'Running'}}                                                      | EVICT
          {'status': {'phase': 'Succeeded'}}                                                    | SKIP
          {'status': {'phase': 'Failed'}}                                                       | SKIP
          {'metadata': {'annotations': {'kubernetes.io/config.mirror': 'a'}}}                     | SKIP
          {'metadata': {'labels': {'cluster.x-k8s.io/drain': 'skip'}}}                            | SKIP
          {'metadata': {'labels': {'cluster.x-k8s.io/drain': 'wait-completed'}}}                  | WAIT_COMPLETED
          {'metadata': {'labels': {'cluster.x-k8s.io/drain': 'else'}}}                            | EVICT
          {'metadata': {'ownerReferences': [{'apiVersion': 'apps/v1', 'kind': 'DaemonSet', 'name': 'a', 'uid': 'a', 'controller': true}]}} | SKIP
          {'metadata': {'ownerReferences': [{'apiVersion': 'apps/v1', 'kind': 'DaemonSet', 'name': 'a', 'uid': 'a'}]}}                   | EVICT
          {'metadata': {'ownerReferences': [{'apiVersion': 'apps/v1', 'kind': 'ReplicaSet', 'name': 'a', 'uid': 'a', 'controller': true}]}} | EVICT
          {'metadata': {'labels': {'cluster.x-k8s.io/drain': 'wait-completed'}}, 'status': {'phase': 'Succeeded'}} | SKIP
          """,
      quoteCharacter = '`',
      delimiter = '|')
  void eachPodIsHandledAsItsKindAsks(String yaml, DrainPod.Handling handling) throws Exception {
    assertThat(pod("web", yaml).handling()).isEqualTo(handling);
  }

  @Test
  void aPodThatEndsIsAwaitedAndNotEvictedAgain() throws Exception {
    DrainPod ending = pod("web", "{'metadata': {'deletionTimestamp': '2026-01-01T00:00:10Z'}}");
    DrainStep step = DrainStep.of(List.of(ending), false, NOW);
    assertThat(step.evict()).isEmpty();
    assertThat(step.message(Map.of())).isEqualTo("1 pod left: default/web (ending)");
  }

  @Test
  void onlyOnAnUnreachableNodeAPodCountsAsGoneWhoseEndNobodyConfirms() throws Exception {
    DrainPod overdue = pod("web", "{'metadata': {'deletionTimestamp': '2025-12-31T23:59:58Z'}}");
    DrainPod fresh = pod("api", "{'metadata': {'deletionTimestamp': '2025-12-31T23:59:59Z'}}");
    assertThat(DrainStep.of(List.of(overdue, fresh), false, NOW).awaited())
        .containsExactly(fresh, overdue);
    assertThat(DrainStep.of(List.of(overdue, fresh), true, NOW).awaited()).containsExactly(fresh);
  }

  @Test
  void nothingIsLeftWhereAllPodsStay() throws Exception {
    DrainPod finished =
        pod(
            "job",
            "{'status': {'phase': 'Failed'}, 'spec': {'volumes': [{'name': 'v',"
                + " 'persistentVolumeClaim': {'claimName': 'data'}}, {'name': 'scratch',"
                + " 'ephemeral': {}}]}}");
    DrainStep step = DrainStep.of(List.of(finished), false, NOW);
    assertThat(step.isDone()).isTrue();
    assertThat(step.skipped().getFirst().claims()).containsExactly("data", "job-scratch");
  }

  @Test
  void theMessageNamesFivePodsInOrderWithWhatHoldsThem() throws Exception {
    DrainPod held = pod("b", "{'metadata': {'uid': 'held'}}");
    DrainPod waiting =
        pod("a", "{'metadata': {'labels': {'cluster.x-k8s.io/drain': 'wait-completed'}}}");
    DrainStep step = DrainStep.of(List.of(held, waiting), false, NOW);
    assertThat(step.message(Map.of("held", "held by PodDisruptionBudget default/web")))
        .isEqualTo(
            "2 pods left: default/a (waits for completion by its label cluster.x-k8s.io/drain),"
                + " default/b (held by PodDisruptionBudget default/web)");

    List<DrainPod> many =
        IntStream.range(0, 7)
            .mapToObj(
                i ->
                    new DrainPod(held.key(), "" + i, held.treatment(), Optional.empty(), List.of()))
            .toList();
    assertThat(DrainStep.of(many, false, NOW).message(Map.of()))
        .isEqualTo("7 pods left: default/b, default/b, default/b, default/b, default/b and 2 more");
  }

  @Test
  void aPodThatNoApiServerWouldStoreIsNotKept() throws Exception {
    assertThat(DrainPod.of(object("x".repeat(254), "{}"), DrainRules.NONE, _ -> Map.of()))
        .isEmpty();
  }

  private static DrainPod pod(String name, String yaml) throws Exception {
    return DrainPod.of(object(name, yaml), DrainRules.NONE, _ -> Map.of()).orElseThrow();
  }

  private static ApiObject object(String name, String json) throws Exception {
    var tree = (ObjectNode) Json.MAPPER.readTree(json.replace('\'', '"'));
    tree.put("apiVersion", "v1").put("kind", "Pod");
    ObjectNode metadata =
        tree.withObject("/metadata").put("namespace", "default").put("name", name);
    if (!metadata.has("uid")) {
      metadata.put("uid", name);
    }
    return new ApiObject(tree);
  }
}
