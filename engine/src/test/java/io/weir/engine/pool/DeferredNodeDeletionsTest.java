package io.weir.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.harness.TestObjects;
import io.weir.engine.pool.PoolSnapshot.NodeRef;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DeferredNodeDeletionsTest {

  private static final NodeRef A = new NodeRef("a.example", "uid-a");
  private static final NodeRef B = new NodeRef("b", "uid-b");

  private static ApiObject noted(String value) {
    ObjectNode tree = TestObjects.cluster("default", "one");
    MetadataEdits.setAnnotation(tree, MetadataKeys.LEFT_NODES, value);
    return new ApiObject(tree);
  }

  private static ApiObject put(DeferredNodeDeletions left) {
    ObjectNode tree = noted("").copyTree();
    left.writeTo(tree);
    return new ApiObject(tree);
  }

  @Test
  void areReadAsTheyWereWritten() {
    ApiObject cluster = put(DeferredNodeDeletions.NONE.with(List.of(B, A)));

    assertThat(cluster.annotation(MetadataKeys.LEFT_NODES)).contains("a.example=uid-a,b=uid-b");
    assertThat(DeferredNodeDeletions.of(cluster).nodes()).containsExactly(A, B);
  }

  @Test
  void leaveNoAnnotationWhenThereAreNone() {
    assertThat(put(DeferredNodeDeletions.NONE).annotations()).isEmpty();
  }

  @Test
  void areNotMadeUpFromWhatSomebodyWrote() {
    DeferredNodeDeletions left = DeferredNodeDeletions.of(noted(" ,a,=uid,b=,,b=uid-b"));

    assertThat(left.nodes()).containsExactly(B);
  }

  @Test
  void holdANodeOnlyAsTheOneThatItIs() {
    DeferredNodeDeletions left =
        DeferredNodeDeletions.NONE.with(List.of(A, new NodeRef("nameless", "")));

    assertThat(left.contains(A)).isTrue();
    assertThat(left.contains(new NodeRef(A.name(), "another"))).isFalse();
    assertThat(left.nodes()).containsExactly(A);
  }

  @Test
  void areAThousandWithLongNamesAndNeverMoreThanAnAnnotationHolds() {
    List<NodeRef> many =
        IntStream.range(0, 5_000)
            .mapToObj(
                i ->
                    new NodeRef(
                        "ip-10-0-%d.eu-central-1.compute.internal".formatted(i),
                        "3f1c8a52-94d0-4c0e-8f5e-%012d".formatted(i)))
            .toList();

    DeferredNodeDeletions left = DeferredNodeDeletions.NONE.with(many.subList(0, 1_000));
    DeferredNodeDeletions most = left.with(many);

    assertThat(left.nodes()).hasSize(1_000);
    assertThat(most.nodes()).hasSizeBetween(1_500, 4_999);
    assertThat(put(most).annotation(MetadataKeys.LEFT_NODES).orElseThrow())
        .hasSizeLessThanOrEqualTo(DeferredNodeDeletions.MAX_LENGTH);
  }
}
