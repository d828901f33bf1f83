package io.weir.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.engine.pool.PoolSnapshot.NodeRef;
import java.util.List;
import org.junit.jupiter.api.Test;

class RemainingNodesMessageTest {

  private static final ObjectKey CLUSTER = new ObjectKey("default", "c");
  private static final NodeRef A = new NodeRef("a", "uid-a");
  private static final NodeRef B = new NodeRef("b", "uid-b");

  @Test
  void tellsApartWhatIsDeletedLaterAndWhatMustBeDeletedByHand() {
    String note =
        RemainingNodesMessage.untilLater(
            CLUSTER,
            List.of(A, B),
            DeferredNodeDeletions.NONE.with(List.of(A)),
            "it is full",
            "no answer");

    assertThat(note)
        .contains(
            "as long as Cluster default/c exists; delete them by hand only if it never does: a.")
        .contains("Delete these by hand, as they are not recorded on the Cluster (it is full): b.")
        .endsWith("(no answer)");
  }

  @Test
  void saysNothingOfOnesThatThereAreNone() {
    String note =
        RemainingNodesMessage.untilLater(
            CLUSTER, List.of(A), DeferredNodeDeletions.NONE.with(List.of(A)), "", "no answer");

    assertThat(note).doesNotContain("not recorded");
  }
}
