package io.weir.provider.azure.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineNamesTest {

  @Test
  void areThoseOfUpstreamsProvider() {
    assertThat(MachineNames.of("pool-a", "12")).isEqualTo("pool-a-12");
    assertThat(MachineNames.of("pool-a", "pool-a_1A2b3c4d")).isEqualTo("pool-a-pool-a-1a2b3c4d");
  }

  @Test
  void areNamesOfObjectsWhateverAVirtualMachineIsCalled() {
    assertThat(MachineNames.of("pool-a", "VM(1)._")).isEqualTo("pool-a-vm-1");
  }

  @Test
  void areNoLongerThanThoseOfMachinesAndStillDiffer() {
    String pool = "p".repeat(60);

    String first = MachineNames.of(pool, pool + "_1");
    String second = MachineNames.of(pool, pool + "_2");

    assertThat(first).hasSize(63).isNotEqualTo(second);
    assertThat(MachineNames.of(pool, pool + "_1")).isEqualTo(first);
    assertThat(MachineNames.of(pool, "12")).isEqualTo(pool + "-12");
  }
}
