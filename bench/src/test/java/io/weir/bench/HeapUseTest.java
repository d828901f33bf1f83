package io.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HeapUseTest {

  @Test
  void thePeakIsFromBeforeAnyCollectionAndTheLiveHeapFromAfterAFullOne() {
    assertThat(
            HeapUse.of(
                List.of(
                    "[0.010s][info][gc] Using Serial",
                    "[0.912s][info][gc] GC(0) Pause Young (Allocation Failure) 88M->72M(123M)"
                        + " 3.1ms",
                    "[1.200s][info][gc] GC(1) Pause Full (Allocation Failure) 85M->61M(123M)"
                        + " 90.5ms",
                    "[1.900s][info][gc] GC(2) Pause Full (Diagnostic Command) 70M->55M(123M)"
                        + " 80.0ms")))
        .isEqualTo(new HeapUse(88, 61, 3, 2));
  }
}
