package io.weir.engine.noderef;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.harness.Objects;
import io.weir.engine.noderef.NodeMarks.Difference;
import io.weir.engine.noderef.NodeMarks.Edit;
import io.weir.engine.noderef.NodeMarks.Marked;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class NodeMarksTest {

  private static final String LABELS = "cluster.x-k8s.io/labels-from-machine";
  private static final String ANNOTATIONS = "cluster.x-k8s.io/annotations-from-machine";

  private static NodeMarks.Owner owner(NodeMetadata template) {
    return new NodeMarks.Owner("prod", "default", "workers", template);
  }

  private static final NodeMarks.Owner OWNER = owner(NodeMetadata.NONE);

  @Test
  void aFreshNodeGetsItsMarksAndLosesTheTaint() {
    var edit =
        NodeMarks.edit(
            OWNER,
            new Marked(
                Map.of(), Map.of("other", "kept"), List.of(NodeMarks.UNINITIALIZED_TAINT, "x")));

    assertThat(edit).contains(new Edit(Difference.NONE, set(OWNER.annotations()), true));
  }

  @Test
  void anEditTouchesNothingButWhatItNames() {
    var node =
        Objects.of(
            """
            {"metadata": {"labels": {"old": "1", "theirs": "2"}, "annotations": {"theirs": "3"}},
             "spec": {"taints": [{"key": "x"}, {"key": "%s"}]}}
            """
                .formatted(NodeMarks.UNINITIALIZED_TAINT));

    new Edit(new Difference(Map.of("new", "4"), Set.of("old")), Difference.NONE, true).apply(node);

    assertThat((Object) node)
        .isEqualTo(
            Objects.of(
                """
                {"metadata": {"labels": {"theirs": "2", "new": "4"}, "annotations": {"theirs": "3"}},
                 "spec": {"taints": [{"key": "x"}]}}
                """));
  }

  @Test
  void aMarkedNodeNeedsNothing() {
    assertThat(NodeMarks.edit(OWNER, new Marked(Map.of(), OWNER.annotations(), List.of("x"))))
        .isEmpty();
  }

  @Test
  void aMarkThatWasChangedIsPutRightAndNoOtherIsTouched() {
    var marks = new HashMap<>(OWNER.annotations());
    marks.put("cluster.x-k8s.io/owner-name", "somebody");

    var edit = NodeMarks.edit(OWNER, new Marked(Map.of(), marks, List.of()));

    assertThat(edit)
        .contains(
            new Edit(
                Difference.NONE, set(Map.of("cluster.x-k8s.io/owner-name", "workers")), false));
  }

  @Test
  void aNodeOfAMachineKeepsWhatClusterApiBroughtItAndTheBookOfThat() {
    var marks = new HashMap<>(OWNER.annotations());
    marks.put("cluster.x-k8s.io/machine", "workers-1");
    marks.put(LABELS, "");
    marks.put(ANNOTATIONS, "theirs");
    marks.put("theirs", "kept");

    assertThat(NodeMarks.edit(OWNER, new Marked(Map.of(), marks, List.of()))).isEmpty();
  }

  @Nested
  class OfTheTemplate {

    private final NodeMarks.Owner owner =
        owner(
            new NodeMetadata(
                Map.of(
                    "node-role.kubernetes.io/worker", "",
                    "gpu.node-restriction.kubernetes.io/type", "a",
                    "node.cluster.x-k8s.io/tier", "gold",
                    "not.node-role.kubernetes.io/x", "no",
                    "plain", "no"),
                Map.of("x.node.cluster.x-k8s.io/y", "z", "plain", "no")));

    @Test
    void whatIsInTheDomainsSetAsideIsPutAndWrittenDown() {
      Edit edit = edit(Map.of("plain", "own"), OWNER.annotations()).orElseThrow();

      assertThat(edit.labels())
          .isEqualTo(
              set(
                  Map.of(
                      "node-role.kubernetes.io/worker", "",
                      "gpu.node-restriction.kubernetes.io/type", "a",
                      "node.cluster.x-k8s.io/tier", "gold")));
      assertThat(edit.annotations())
          .isEqualTo(
              set(
                  Map.of(
                      "x.node.cluster.x-k8s.io/y",
                      "z",
                      ANNOTATIONS,
                      "x.node.cluster.x-k8s.io/y",
                      LABELS,
                      "gpu.node-restriction.kubernetes.io/type,node-role.kubernetes.io/worker,"
                          + "node.cluster.x-k8s.io/tier")));
    }

    @Test
    void whatLeavesItIsTakenAwayAndNothingThatOthersPut() {
      var marks = new HashMap<>(OWNER.annotations());
      marks.put(LABELS, "node.cluster.x-k8s.io/tier,node.cluster.x-k8s.io/gone-already");
      marks.put(ANNOTATIONS, "node.cluster.x-k8s.io/a");
      marks.put("node.cluster.x-k8s.io/a", "1");
      marks.put("node.cluster.x-k8s.io/b", "others");

      var edit =
          NodeMarks.edit(
              OWNER,
              new Marked(
                  Map.of(
                      "node.cluster.x-k8s.io/tier", "gold",
                      "node-role.kubernetes.io/worker", "others"),
                  marks,
                  List.of()));

      assertThat(edit)
          .contains(
              new Edit(
                  removed("node.cluster.x-k8s.io/tier"),
                  removed("node.cluster.x-k8s.io/a", LABELS, ANNOTATIONS),
                  false));
    }

    private Optional<Edit> edit(Map<String, String> labels, Map<String, String> annotations) {
      return NodeMarks.edit(owner, new Marked(labels, annotations, List.of()));
    }
  }

  private static Difference set(Map<String, String> values) {
    return new Difference(values, Set.of());
  }

  private static Difference removed(String... keys) {
    return new Difference(Map.of(), Set.of(keys));
  }
}
