package io.weir.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResolvedReferenceTest {

  @Test
  void areThePoolsOwnAlsoFromItsFormerLife() {
    var moved = TestPools.pool(tree -> {});
    var own = TestPools.machines("workers", "uid-before");

    assertThat(ResolvedReference.of(moved, own)).isEqualTo(new ResolvedReference.Found(own));
    assertThat(ResolvedReference.of(moved, TestPools.machines("others", "uid-now")))
        .isInstanceOf(ResolvedReference.ControlledByOther.class);
  }
}
