package io.weir.manager;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseFenceTest {

  private static final CloudScope SCOPE =
      new CloudScope("aws", new CloudIdentity.Ambient(), "us-east-1");

  private final LeaseFence leaseFence = new LeaseFence(RequestListener.NONE);
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

    assertThatThrownBy(() -> gate.beforeCall(new CloudRequest(SCOPE, "UpdateAutoScalingGroup")))
        .isInstanceOf(Throttled.class)
        .hasMessageContaining("lease");
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
    assertThatCode(() -> gate.beforeCall(new CloudRequest(SCOPE, "UpdateAutoScalingGroup")))
        .doesNotThrowAnyException();
  }

  private static RequestInfo call(String verb, GroupKind kind) {
    return new RequestInfo(verb, kind, new ObjectKey("default", "workers"));
  }

  private static final class Open implements CallGate {
    @Override
    public void beforeCall(CloudRequest cloudRequest) {}

    @Override
    public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {}
  }
}
