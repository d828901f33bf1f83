package io.weir.manager;

import io.weir.api.GroupKind;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.RequestInfo;
import io.weir.kernel.kube.RequestListener;
import io.weir.provider.CallGate;
import io.weir.provider.CloudRequest;
import io.weir.provider.ProviderException.Throttled;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Keeps a process whose lease has run out from writing. A process that was stopped in its tracks,
 * by its machine or by a long pause of the JVM, goes on where it was, with writes that it decided
 * on before another process began to lead. What is under way at that moment is past help here:
 * Kubernetes refuses it by the version it was based on, and in the cloud the new leader finds it.
 */
final class LeaseFence implements RequestListener {

  /** The lease itself may be sought anew and given back; an Event decides nothing. */
  private static final Set<GroupKind> FREE = Set.of(BuiltInKinds.LEASE, BuiltInKinds.EVENT);

  private static final String WHY = "the lease of this process has expired";

  private final RequestListener inner;
  private volatile BooleanSupplier closed = () -> false;

  /** A fence that is open, before another listener. */
  LeaseFence(RequestListener inner) {
    this.inner = inner;
  }

  /** From now on it is open until this process led and may not any more. */
  void closeWhen(BooleanSupplier overdue) {
    closed = overdue;
  }

  /** The same fence before the requests to clouds. */
  CallGate wrap(CallGate gate) {
    return new CallGate() {
      @Override
      public void beforeCall(CloudRequest cloudRequest) throws Throttled {
        if (closed.getAsBoolean()) {
          throw new Throttled(
              "cannot call " + cloudRequest.api() + ": " + WHY, Duration.ZERO, null);
        }
        gate.beforeCall(cloudRequest);
      }

      @Override
      public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {
        gate.afterCall(cloudRequest, callOutcome);
      }
    };
  }

  @Override
  public void beforeRequest(RequestInfo requestInfo) throws IOException {
    if (requestInfo.isWrite() && !FREE.contains(requestInfo.kind()) && closed.getAsBoolean()) {
      throw new IOException(WHY);
    }
    inner.beforeRequest(requestInfo);
  }

  @Override
  public void afterRequest(RequestInfo requestInfo, int code, Duration took) {
    inner.afterRequest(requestInfo, code, took);
  }
}
