package io.weir.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReferredTest {

  @Test
  void areThePoolsOwnAlsoFromItsFormerLife() {
    var moved = Pools.pool(tree -> {});
    var own = Pools.machines("workers", "uid-before");

    assertThat(Referred.of(moved, own)).isEqualTo(new Referred.Found(own));
    assertThat(Referred.of(moved, Pools.machines("others", "uid-now")))
        .isInstanceOf(Referred.Foreign.class);
  }
}
