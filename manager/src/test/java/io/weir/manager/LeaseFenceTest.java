package io.weir.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.RequestInfo;
import io.weir.kernel.kube.RequestListener;
import io.weir.provider.CallGate;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException.Throttled;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseFenceTest {

  private static final CloudScope SCOPE =
      new CloudScope("aws", new CloudIdentity.Ambient(), "us-east-1");

  private static final CloudRequest CALL = new CloudRequest(SCOPE, "UpdateAutoScalingGroup");

  private final AtomicLong nanos = new AtomicLong();
  private final LeaseFence leaseFence = new LeaseFence(RequestListener.NONE, nanos::get);
  private final CallGate gate = leaseFence.wrap(new Open());

  @ParameterizedTest
  @ValueSource(strings = {"create", "patch", "apply", "delete"})
  void noWriteGoesToAnApiServerOnceTheLeaseHasRunOut(String verb) {
    leaseFence.closeWhen(() -> true);

    assertThatThrownBy(() -> leaseFence.beforeRequest(call(verb, GroupKind.MACHINE_POOL)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("lease");
  }

  @Test
  void noCallGoesToACloudOnceTheLeaseHasRunOut() {
    leaseFence.closeWhen(() -> true);

    assertThatThrownBy(() -> gate.beforeCall(CALL))
        .isInstanceOf(Throttled.class)
        .hasMessageContaining("lease");
  }

  @Test
  void noCallGoesToACloudOfWhichTheLeaseRanOutWhileItWaitedForItsTurn() {
    var led = new AtomicBoolean(true);
    leaseFence.closeWhen(() -> !led.get());
    CallGate slow =
        leaseFence.wrap(
            new Open() {
              @Override
              public void beforeCall(CloudRequest cloudRequest) {
                led.set(false);
              }
            });

    assertThatThrownBy(() -> slow.beforeCall(CALL)).hasMessageContaining("lease");
  }

  @Test
  void noCallIsTransmittedToACloudOfWhichTheLeaseRanOutSinceItsTurn() throws Exception {
    var led = new AtomicBoolean(true);
    leaseFence.closeWhen(() -> !led.get());
    gate.beforeCall(CALL);

    led.set(false);

    assertThatThrownBy(() -> gate.beforeTransmission(CALL, false)).hasMessageContaining("lease");
  }

  @Test
  void afterALeaseThatRanOutOnlyWritesToCloudsWait() throws Exception {
    leaseFence.holdCloudWrites(Duration.ofSeconds(40));

    nanos.addAndGet(Duration.ofSeconds(30).toNanos());
    assertThatThrownBy(() -> gate.beforeTransmission(CALL, true))
        .isInstanceOfSatisfying(
            Throttled.class, held -> assertThat(held.retryAfter()).hasSeconds(10))
        .hasMessageContaining("UpdateAutoScalingGroup")
        .hasMessageContaining("did not end in good order");
    assertThatCode(() -> gate.beforeTransmission(CALL, false)).doesNotThrowAnyException();
    assertThatCode(() -> leaseFence.beforeRequest(call("patch", GroupKind.MACHINE_POOL)))
        .doesNotThrowAnyException();
    nanos.addAndGet(Duration.ofSeconds(10).toNanos());

    assertThatCode(() -> gate.beforeTransmission(CALL, true)).doesNotThrowAnyException();
  }

  @Test
  void readsLeasesAndEventsGoOn() {
    leaseFence.closeWhen(() -> true);

    assertThatCode(() -> leaseFence.beforeRequest(call("list", GroupKind.MACHINE_POOL)))
        .doesNotThrowAnyException();
    assertThatCode(() -> leaseFence.beforeRequest(call("patch", BuiltInKinds.LEASE)))
        .doesNotThrowAnyException();
    assertThatCode(() -> leaseFence.beforeRequest(call("create", BuiltInKinds.EVENT)))
        .doesNotThrowAnyException();
  }

  @Test
  void everythingPassesWhileTheProcessLeadsOrHasNeverLed() {
    leaseFence.closeWhen(() -> false);

    assertThatCode(() -> leaseFence.beforeRequest(call("patch", GroupKind.MACHINE_POOL)))
        .doesNotThrowAnyException();
    assertThatCode(() -> gate.beforeCall(CALL)).doesNotThrowAnyException();
  }

  private static RequestInfo call(String verb, GroupKind kind) {
    return new RequestInfo(verb, kind, new ObjectKey("default", "workers"));
  }

  private static class Open implements CallGate {
    @Override
    public void beforeCall(CloudRequest cloudRequest) {}

    @Override
    public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {}
  }
}
