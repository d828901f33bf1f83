package io.weir.manager;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.kernel.kube.BuiltIns;
import io.weir.kernel.kube.Call;
import io.weir.kernel.kube.RequestListener;
import io.weir.provider.CallGate;
import io.weir.provider.ProviderException.Throttled;
import io.weir.provider.Scope;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FenceTest {

  private static final Scope SCOPE = new Scope("aws", "default", "us-east-1");

  private final Fence fence = new Fence(RequestListener.NONE);
  private final CallGate gate = fence.before(new Open());

  @ParameterizedTest
  @ValueSource(strings = {"create", "patch", "apply", "delete"})
  void noWriteGoesToAnApiServerOnceTheLeaseHasRunOut(String verb) {
    fence.follow(() -> true);

    assertThatThrownBy(() -> fence.begins(call(verb, GroupKind.MACHINE_POOL)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("lease");
  }

  @Test
  void noCallGoesToACloudOnceTheLeaseHasRunOut() {
    fence.follow(() -> true);

    assertThatThrownBy(() -> gate.enter(SCOPE, "UpdateAutoScalingGroup"))
        .isInstanceOf(Throttled.class)
        .hasMessageContaining("lease");
  }

  @Test
  void readsLeasesAndEventsGoOn() {
    fence.follow(() -> true);

    assertThatCode(() -> fence.begins(call("list", GroupKind.MACHINE_POOL)))
        .doesNotThrowAnyException();
    assertThatCode(() -> fence.begins(call("patch", BuiltIns.LEASE))).doesNotThrowAnyException();
    assertThatCode(() -> fence.begins(call("create", BuiltIns.EVENT))).doesNotThrowAnyException();
  }

  @Test
  void everythingPassesWhileTheProcessLeadsOrHasNeverLed() {
    fence.follow(() -> false);

    assertThatCode(() -> fence.begins(call("patch", GroupKind.MACHINE_POOL)))
        .doesNotThrowAnyException();
    assertThatCode(() -> gate.enter(SCOPE, "UpdateAutoScalingGroup")).doesNotThrowAnyException();
  }

  private static Call call(String verb, GroupKind kind) {
    return new Call(verb, kind, new ObjectKey("default", "workers"));
  }

  private static final class Open implements CallGate {
    @Override
    public void enter(Scope scope, String api) {}

    @Override
    public void left(Scope scope, String api, Outcome outcome) {}
  }
}
