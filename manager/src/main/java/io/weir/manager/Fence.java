package io.weir.manager;

import io.weir.api.GroupKind;
import io.weir.kernel.kube.BuiltIns;
import io.weir.kernel.kube.Call;
import io.weir.kernel.kube.RequestListener;
import io.weir.provider.CallGate;
import io.weir.provider.ProviderException.Throttled;
import io.weir.provider.Scope;
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
final class Fence implements RequestListener {

  /** The lease itself may be sought anew and given back; an Event decides nothing. */
  private static final Set<GroupKind> FREE = Set.of(BuiltIns.LEASE, BuiltIns.EVENT);

  private static final String WHY = "the lease of this process has expired";

  private final RequestListener inner;
  private volatile BooleanSupplier closed = () -> false;

  /** A fence that is open, before another listener. */
  Fence(RequestListener inner) {
    this.inner = inner;
  }

  /** From now on it is open until this process led and may not any more. */
  void follow(BooleanSupplier overdue) {
    closed = overdue;
  }

  /** The same fence before the requests to clouds. */
  CallGate before(CallGate gate) {
    return new CallGate() {
      @Override
      public void enter(Scope scope, String api) throws Throttled {
        if (closed.getAsBoolean()) {
          throw new Throttled("cannot call " + api + ": " + WHY, Duration.ZERO, null);
        }
        gate.enter(scope, api);
      }

      @Override
      public void left(Scope scope, String api, Outcome outcome) {
        gate.left(scope, api, outcome);
      }
    };
  }

  @Override
  public void begins(Call call) throws IOException {
    if (call.writes() && !FREE.contains(call.kind()) && closed.getAsBoolean()) {
      throw new IOException(WHY);
    }
    inner.begins(call);
  }

  @Override
  public void done(Call call, int code, Duration took) {
    inner.done(call, code, took);
  }
}
