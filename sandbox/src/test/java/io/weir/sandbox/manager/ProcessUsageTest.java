package io.weir.sandbox.manager;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessUsageTest {
  private static final String STATUS =
      """
      Name:\tjava
      VmPeak:\t 4000000 kB
      VmHWM:\t  190000 kB
      VmRSS:\t  171000 kB
      """;

  @Test
  void memoryIsReadByTheWholeNameOfItsLine() {
    assertThat(ProcessUsage.kib(STATUS, "VmRSS")).hasValue(171_000);
    assertThat(ProcessUsage.kib(STATUS, "VmHWM")).hasValue(190_000);
  }

  @Test
  void whatTheSystemDoesNotTellIsNotThere() {
    assertThat(ProcessUsage.kib("", "VmRSS")).isEmpty();
  }

  @Test
  void aRunningProcessHasUsedTime() {
    assertThat(ProcessUsage.of(ProcessHandle.current()))
        .hasValueSatisfying(usage -> assertThat(usage.cpu()).isPositive());
  }
}
