package io.weir.sandbox.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class UsageHintsTest {

  private final UsageHints usageHints = ScreenModels.title().hints();

  @Test
  void whatToTryNamesTheNamespaceOfThePoolIfItIsNotTheUsualOne() {
    assertThat(usageHints.suggestedCommands(Stream.of(new ObjectKey("team", "gpu"))))
        .contains(
            "kubectl -n team scale machinepool gpu --replicas 5",
            "kubectl -n team delete machinepool gpu");
    assertThat(usageHints.suggestedCommands(Stream.of(new ObjectKey("default", "gpu"))))
        .contains("kubectl delete machinepool gpu");
    assertThat(usageHints.suggestedCommands(Stream.of(new ObjectKey("", "gpu"))))
        .contains("kubectl delete machinepool gpu");
  }

  @Test
  void whatToTryWithoutAPoolIsTheExample() {
    assertThat(usageHints.suggestedCommands(Stream.empty()))
        .first()
        .isEqualTo("kubectl scale machinepool workers --replicas 5");
  }
}
