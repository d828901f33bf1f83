package io.weir.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Keys;
import io.weir.api.Metadata;
import io.weir.api.harness.Objects;
import io.weir.engine.pool.PoolSnapshot.NodeRef;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LeftNodesTest {

  private static final NodeRef A = new NodeRef("a.example", "uid-a");
  private static final NodeRef B = new NodeRef("b", "uid-b");

  private static ApiObject noted(String value) {
    ObjectNode tree = Objects.cluster("default", "one");
    Metadata.annotate(tree, Keys.LEFT_NODES, value);
    return new ApiObject(tree);
  }

  private static ApiObject put(LeftNodes left) {
    ObjectNode tree = noted("").copy();
    left.putOn(tree);
    return new ApiObject(tree);
  }

  @Test
  void areReadAsTheyWereWritten() {
    ApiObject cluster = put(LeftNodes.NONE.with(List.of(B, A)));

    assertThat(cluster.annotation(Keys.LEFT_NODES)).contains("a.example=uid-a,b=uid-b");
    assertThat(LeftNodes.of(cluster).nodes()).containsExactly(A, B);
  }

  @Test
  void leaveNoAnnotationWhenThereAreNone() {
    assertThat(put(LeftNodes.NONE).annotations()).isEmpty();
  }

  @Test
  void areNotMadeUpFromWhatSomebodyWrote() {
    LeftNodes left = LeftNodes.of(noted(" ,a,=uid,b=,,b=uid-b"));

    assertThat(left.nodes()).containsExactly(B);
  }

  @Test
  void holdANodeOnlyAsTheOneThatItIs() {
    LeftNodes left = LeftNodes.NONE.with(List.of(A, new NodeRef("nameless", "")));

    assertThat(left.holds(A)).isTrue();
    assertThat(left.holds(new NodeRef(A.name(), "another"))).isFalse();
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

    LeftNodes left = LeftNodes.NONE.with(many.subList(0, 1_000));
    LeftNodes most = left.with(many);

    assertThat(left.nodes()).hasSize(1_000);
    assertThat(most.nodes()).hasSizeBetween(1_500, 4_999);
    assertThat(put(most).annotation(Keys.LEFT_NODES).orElseThrow())
        .hasSizeLessThanOrEqualTo(LeftNodes.LONGEST);
  }
}
