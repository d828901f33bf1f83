package io.weir.engine.noderef;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.harness.TestObjects;
import io.weir.engine.noderef.NodeUpdates.MapChange;
import io.weir.engine.noderef.NodeUpdates.NodeMetadataState;
import io.weir.engine.noderef.NodeUpdates.NodeUpdate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class NodeUpdatesTest {

  private static final String LABELS = "cluster.x-k8s.io/labels-from-machine";
  private static final String ANNOTATIONS = "cluster.x-k8s.io/annotations-from-machine";

  private static NodeUpdates.NodeOwner owner(PropagatedMetadata template) {
    return new NodeUpdates.NodeOwner("prod", "default", "workers", template);
  }

  private static final NodeUpdates.NodeOwner OWNER = owner(PropagatedMetadata.NONE);

  @Test
  void aFreshNodeGetsItsMarksAndLosesTheTaint() {
    var edit =
        NodeUpdates.updateFor(
            OWNER,
            new NodeMetadataState(
                Map.of(), Map.of("other", "kept"), List.of(NodeUpdates.UNINITIALIZED_TAINT, "x")));

    assertThat(edit).contains(new NodeUpdate(MapChange.NONE, set(OWNER.annotations()), true));
  }

  @Test
  void anEditTouchesNothingButWhatItNames() {
    var node =
        TestObjects.parse(
            """
            {"metadata": {"labels": {"old": "1", "theirs": "2"}, "annotations": {"theirs": "3"}},
             "spec": {"taints": [{"key": "x"}, {"key": "%s"}]}}
            """
                .formatted(NodeUpdates.UNINITIALIZED_TAINT));

    new NodeUpdate(new MapChange(Map.of("new", "4"), Set.of("old")), MapChange.NONE, true)
        .apply(node);

    assertThat((Object) node)
        .isEqualTo(
            TestObjects.parse(
                """
                {"metadata": {"labels": {"theirs": "2", "new": "4"}, "annotations": {"theirs": "3"}},
                 "spec": {"taints": [{"key": "x"}]}}
                """));
  }

  @Test
  void aMarkedNodeNeedsNothing() {
    assertThat(
            NodeUpdates.updateFor(
                OWNER, new NodeMetadataState(Map.of(), OWNER.annotations(), List.of("x"))))
        .isEmpty();
  }

  @Test
  void aMarkThatWasChangedIsPutRightAndNoOtherIsTouched() {
    var marks = new HashMap<>(OWNER.annotations());
    marks.put("cluster.x-k8s.io/owner-name", "somebody");

    var edit = NodeUpdates.updateFor(OWNER, new NodeMetadataState(Map.of(), marks, List.of()));

    assertThat(edit)
        .contains(
            new NodeUpdate(
                MapChange.NONE, set(Map.of("cluster.x-k8s.io/owner-name", "workers")), false));
  }

  @Test
  void aNodeOfAMachineKeepsWhatClusterApiBroughtItAndTheBookOfThat() {
    var marks = new HashMap<>(OWNER.annotations());
    marks.put("cluster.x-k8s.io/machine", "workers-1");
    marks.put(LABELS, "");
    marks.put(ANNOTATIONS, "theirs");
    marks.put("theirs", "kept");

    assertThat(NodeUpdates.updateFor(OWNER, new NodeMetadataState(Map.of(), marks, List.of())))
        .isEmpty();
  }

  @Nested
  class OfTheTemplate {

    private final NodeUpdates.NodeOwner nodeOwner =
        owner(
            new PropagatedMetadata(
                Map.of(
                    "node-role.kubernetes.io/worker", "",
                    "gpu.node-restriction.kubernetes.io/type", "a",
                    "node.cluster.x-k8s.io/tier", "gold",
                    "not.node-role.kubernetes.io/x", "no",
                    "plain", "no"),
                Map.of("x.node.cluster.x-k8s.io/y", "z", "plain", "no")));

    @Test
    void whatIsInTheDomainsSetAsideIsPutAndWrittenDown() {
      NodeUpdate nodeUpdate = edit(Map.of("plain", "own"), OWNER.annotations()).orElseThrow();

      assertThat(nodeUpdate.labels())
          .isEqualTo(
              set(
                  Map.of(
                      "node-role.kubernetes.io/worker", "",
                      "gpu.node-restriction.kubernetes.io/type", "a",
                      "node.cluster.x-k8s.io/tier", "gold")));
      assertThat(nodeUpdate.annotations())
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
          NodeUpdates.updateFor(
              OWNER,
              new NodeMetadataState(
                  Map.of(
                      "node.cluster.x-k8s.io/tier", "gold",
                      "node-role.kubernetes.io/worker", "others"),
                  marks,
                  List.of()));

      assertThat(edit)
          .contains(
              new NodeUpdate(
                  removed("node.cluster.x-k8s.io/tier"),
                  removed("node.cluster.x-k8s.io/a", LABELS, ANNOTATIONS),
                  false));
    }

    private Optional<NodeUpdate> edit(Map<String, String> labels, Map<String, String> annotations) {
      return NodeUpdates.updateFor(
          nodeOwner, new NodeMetadataState(labels, annotations, List.of()));
    }
  }

  private static MapChange set(Map<String, String> values) {
    return new MapChange(values, Set.of());
  }

  private static MapChange removed(String... keys) {
    return new MapChange(Map.of(), Set.of(keys));
  }
}
