package io.weir.engine.settled;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.harness.TestObjects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettledMachinePoolTest {

  private final ObjectNode pool = TestObjects.pool("default", "c", "workers");

  SettledMachinePoolTest() {
    pool.withObject("/metadata").put("generation", 2);
    pool.withObject("/spec").put("replicas", 3);
    pool.putObject("status")
        .put("observedGeneration", 2)
        .put("replicas", 3)
        .put("upToDateReplicas", 3)
        .put("availableReplicas", 3);
  }

  @Test
  void isSettledWithAllMachinesUpToDateAndAvailable() {
    assertThat(isSettled()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"observedGeneration", "replicas", "upToDateReplicas", "availableReplicas"})
  void isNotWhileOneOfTheseIsBehindOrUnknown(String field) {
    pool.withObject("/status").put(field, 1);
    boolean behind = isSettled();
    pool.withObject("/status").remove(field);

    assertThat(behind).isFalse();
    assertThat(isSettled()).isFalse();
  }

  @Test
  void isNotWithoutMachinesWhichWouldProveNothing() {
    pool.withObject("/spec").put("replicas", 0);
    pool.withObject("/status")
        .put("replicas", 0)
        .put("upToDateReplicas", 0)
        .put("availableReplicas", 0);

    assertThat(isSettled()).isFalse();
  }

  private boolean isSettled() {
    return SettledMachinePool.isSettled(new ApiObject(pool));
  }
}
