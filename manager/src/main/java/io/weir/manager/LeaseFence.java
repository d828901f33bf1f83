package io.weir.manager;

import io.weir.api.GroupKind;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.RequestInfo;
import io.weir.kernel.kube.RequestListener;
import io.weir.provider.CallGate;
import io.weir.provider.CloudRequest;
import io.weir.provider.ProviderException.Throttled;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a process whose lease has run out from writing. A process that was stopped in its tracks,
 * by its machine or by a long pause of the JVM, goes on where it was, with writes that it decided
 * on before another process began to lead. What is under way at that moment is past help here:
 * Kubernetes refuses it by the version it was based on; for a cloud, whoever leads next waits until
 * the call must have ended.
 */
final class LeaseFence implements RequestListener {

  /** The lease itself may be sought anew and given back; an Event decides nothing. */
  private static final Set<GroupKind> FREE = Set.of(BuiltInKinds.LEASE, BuiltInKinds.EVENT);

  private static final String WHY = "the lease of this process has expired";

  private static final String HELD =
      "the manager that led before did not end in good order and may have calls under way";

  private final RequestListener inner;
  private final LongSupplier nanos;
  private volatile BooleanSupplier closed = () -> false;

  /** When writes to clouds may be made; null for always. */
  private volatile @Nullable Long heldUntil;

  /** A fence that is open, before another listener. */
  LeaseFence(RequestListener inner) {
    this(inner, System::nanoTime);
  }

  LeaseFence(RequestListener inner, LongSupplier nanos) {
    this.inner = inner;
    this.nanos = nanos;
  }

  /** From now on it is open until this process led and may not any more. */
  void closeWhen(BooleanSupplier overdue) {
    closed = overdue;
  }

  /** For so long no write goes to a cloud; all else does. */
  void holdCloudWrites(Duration time) {
    heldUntil = nanos.getAsLong() + time.toNanos();
  }

  /** The same fence before the requests to clouds. */
  CallGate wrap(CallGate gate) {
    return new CallGate() {
      @Override
      public void beforeCall(CloudRequest cloudRequest) throws Throttled {
        refuseIfClosed(cloudRequest);
        gate.beforeCall(cloudRequest);
        refuseIfClosed(cloudRequest); // it may have waited
      }

      @Override
      public void beforeTransmission(CloudRequest cloudRequest, boolean write) throws Throttled {
        refuseIfClosed(cloudRequest);
        if (write) {
          refuseIfHeld(cloudRequest);
        }
        gate.beforeTransmission(cloudRequest, write);
      }

      @Override
      public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {
        gate.afterCall(cloudRequest, callOutcome);
      }
    };
  }

  private void refuseIfClosed(CloudRequest cloudRequest) throws Throttled {
    if (closed.getAsBoolean()) {
      throw refused(cloudRequest, WHY, Duration.ZERO);
    }
  }

  private void refuseIfHeld(CloudRequest cloudRequest) throws Throttled {
    Long until = heldUntil;
    if (until == null) {
      return;
    }
    var left = Duration.ofNanos(until - nanos.getAsLong());
    if (left.isPositive()) {
      throw refused(cloudRequest, HELD, left);
    }
    heldUntil = null;
  }

  private static Throttled refused(CloudRequest cloudRequest, String why, Duration wait) {
    return new Throttled("cannot call " + cloudRequest.api() + ": " + why, wait, null);
  }

  @Override
  public void beforeRequest(RequestInfo requestInfo) throws IOException {
    if (requestInfo.isWrite() && !FREE.contains(requestInfo.kind()) && closed.getAsBoolean()) {
      throw new IOException(WHY);
    }
    inner.beforeRequest(requestInfo);
  }

  @Override
  public InputStream reading(RequestInfo requestInfo, InputStream answer) {
    return inner.reading(requestInfo, answer);
  }

  @Override
  public void afterRequest(RequestInfo requestInfo, int code, Duration took) {
    inner.afterRequest(requestInfo, code, took);
  }
}
