package io.weir.sandbox.watchman;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RepeatedWritePropertyTest {

  private final History history = new History(new RepeatedWriteProperty());

  @Test
  void theSameWriteOnAnyVersionsIsFound() {
    for (int i = 0; i < 4; i++) {
      write("{\"metadata\":{\"resourceVersion\":\"%d\",\"labels\":{\"a\":\"b\"}}}".formatted(i));
    }

    assertThat(history.violations())
        .singleElement()
        .asString()
        .contains("machinepools.cluster.x-k8s.io/status here/workers was written 4 times")
        .contains("\"resourceVersion\":\"3\"");
  }

  @Test
  void soIsWhatIsWrittenToAndFroForLong() {
    for (int i = 0; i < 18; i++) {
      history.after(Duration.ofMillis(-600));
      write("{\"status\":{\"replicas\":%d}}".formatted(i % 2));
    }

    assertThat(history.violations()).hasSize(2);
  }

  @Test
  void whatIsUndoneIsWrittenAgainAsTheBackoffHasIt() {
    for (int i = 0; i < 10; i++) {
      history.after(Duration.ofSeconds(3));
      write("{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
    }

    assertThat(history.violations()).isEmpty();
  }

  @Test
  void aRefusedWriteMayBeRepeated() {
    for (int i = 0; i < 10; i++) {
      history.write(History.MANAGER, "patch", History.POOLS, History.POOL, "{\"status\":{}}", 503);
    }

    assertThat(history.violations()).isEmpty();
  }

  private void write(String body) {
    history.write(History.MANAGER, "patch", History.POOLS, History.POOL, body);
  }
}
