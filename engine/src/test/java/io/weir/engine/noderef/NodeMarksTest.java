package io.weir.engine.noderef;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeMarksTest {

  private static final NodeMarks.Owner OWNER = new NodeMarks.Owner("prod", "default", "workers");

  @Test
  void aFreshNodeGetsItsMarksAndLosesTheTaint() {
    var edit =
        NodeMarks.edit(OWNER, Map.of("other", "kept"), List.of(NodeMarks.UNINITIALIZED_TAINT, "x"));

    assertThat(edit).contains(new NodeMarks.Edit(OWNER.annotations(), true));
  }

  @Test
  void aMarkedNodeNeedsNothing() {
    assertThat(NodeMarks.edit(OWNER, OWNER.annotations(), List.of("x"))).isEmpty();
  }

  @Test
  void aMarkThatWasChangedIsPutRightAndNoOtherIsTouched() {
    var marks = new HashMap<>(OWNER.annotations());
    marks.put("cluster.x-k8s.io/owner-name", "somebody");

    var edit = NodeMarks.edit(OWNER, marks, List.of());

    assertThat(edit)
        .contains(new NodeMarks.Edit(Map.of("cluster.x-k8s.io/owner-name", "workers"), false));
  }
}
