package io.weir.sandbox.sweep;

import io.weir.provider.CallGate;
import io.weir.provider.CloudRequest;
import io.weir.provider.ProviderException.Throttled;
import io.weir.sandbox.watchman.Watchman;
import java.util.function.Supplier;

/** Tells the watchman which manager makes each write to a cloud: the cloud does not know. */
final class ObservedCalls implements CallGate {

  private final CallGate inner;
  private final Watchman watchman;
  private final Supplier<String> manager;

  /**
   * @param inner is asked first: what it holds back is no call
   * @param manager who, as in its lease
   */
  ObservedCalls(CallGate inner, Watchman watchman, Supplier<String> manager) {
    this.inner = inner;
    this.watchman = watchman;
    this.manager = manager;
  }

  @Override
  public void beforeCall(CloudRequest cloudRequest) throws Throttled {
    inner.beforeCall(cloudRequest);
    if (!ManagerCutoff.isRead(cloudRequest)) {
      watchman.callBegins(manager.get(), cloudRequest.api());
    }
  }

  @Override
  public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {
    inner.afterCall(cloudRequest, callOutcome);
  }
}
