package io.weir.provider.kit;

import io.weir.provider.DesiredState;
import io.weir.provider.ObservedState;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;

/** Claims about one pool, which is opened anew for each. */
abstract class OpenedPoolContract<D extends DesiredState, O extends ObservedState> {
  private final Supplier<PoolUnderTest<D, O>> opened;
  PoolUnderTest<D, O> underTest;
  CloudUnderTest<D, O> cloud;
  TestReconciler<D, O> testReconciler;
  PoolObjects pool;

  OpenedPoolContract(Supplier<PoolUnderTest<D, O>> opened) {
    this.opened = opened;
  }

  @BeforeEach
  void open() {
    underTest = opened.get();
    cloud = underTest.cloud();
    testReconciler = underTest.reconciler();
    pool = underTest.pool();
  }
}
