package io.weir.clouds;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.clouds.InstanceState.Phase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstanceStateTest {

  @ParameterizedTest
  @CsvSource({
    "i-0daa66d2c7ddf743f, i-0daa66d2c7ddf743f",
    "/subscriptions/s/virtualMachineScaleSets/workers/virtualMachines/3, workers_3",
    "/subscriptions/s/virtualMachines/workers_1a2b3c4d, workers_1a2b3c4d"
  })
  void isCalledByWhatTellsItFromOthersOfItsGroup(String id, String label) {
    assertThat(new InstanceState(id, "workers", "1", "running", Phase.RUNNING).label())
        .isEqualTo(label);
  }
}
