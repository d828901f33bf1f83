package io.weir.sandbox.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HintsTest {

  private final Hints hints = Scenes.title().hints();

  @Test
  void whatToTryNamesTheNamespaceOfThePoolIfItIsNotTheUsualOne() {
    assertThat(hints.tries(Stream.of(new ObjectKey("team", "gpu"))))
        .contains(
            "kubectl -n team scale machinepool gpu --replicas 5",
            "kubectl -n team delete machinepool gpu");
    assertThat(hints.tries(Stream.of(new ObjectKey("default", "gpu"))))
        .contains("kubectl delete machinepool gpu");
    assertThat(hints.tries(Stream.of(new ObjectKey("", "gpu"))))
        .contains("kubectl delete machinepool gpu");
  }

  @Test
  void whatToTryWithoutAPoolIsTheExample() {
    assertThat(hints.tries(Stream.empty()))
        .first()
        .isEqualTo("kubectl scale machinepool workers --replicas 5");
  }
}
