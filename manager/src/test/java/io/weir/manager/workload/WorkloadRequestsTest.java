package io.weir.manager.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.engine.workload.CircuitBreaker;
import io.weir.engine.workload.VettedKubeconfig;
import io.weir.kernel.harness.AdjustableClock;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.RequestGuard;
import io.weir.kernel.kube.RequestInfo;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkloadRequestsTest {

  private static final RequestInfo REQUEST =
      new RequestInfo("patch", BuiltInKinds.NODE, new ObjectKey("", "n"));
  private static final Duration TIMEOUT = CircuitBreaker.Settings.DEFAULT.timeout();

  private final LostTime lostTime = new LostTime();
  private final List<String> heldBack = new ArrayList<>();
  private final WorkloadRequests requests =
      new WorkloadRequests(
          new WorkloadConnection.Identity(
              new ObjectKey("default", "one"),
              "uid",
              new VettedKubeconfig(URI.create("https://127.0.0.1"), "", "")),
          CircuitBreaker.Settings.DEFAULT,
          new WorkloadClusterListener() {
            @Override
            public void requestsHeldBack(ObjectKey cluster, String why) {
              heldBack.add(why);
            }
          },
          new AdjustableClock(),
          lostTime);

  @Test
  void areHeldBackForTheTimeThatTheServerTakes() throws IOException {
    RequestGuard.Admission request = requests.admit(REQUEST);
    request.ended(0, TIMEOUT);

    assertThat(heldBack).singleElement().asString().contains("did not answer other requests");
  }

  @Test
  void areNotHeldBackForTheTimeThatTheProcessStoodStill() throws IOException {
    for (int i = 0; i < 10; i++) {
      RequestGuard.Admission request = requests.admit(REQUEST);
      lostTime.ticked(TIMEOUT);
      request.ended(0, TIMEOUT);
    }

    assertThat(heldBack).isEmpty();
  }
}
