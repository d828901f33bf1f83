package io.weir.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.harness.ProxyTrap;
import io.weir.provider.CallGate;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.http.JsonHttpClient.JsonRequest;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("settings of the whole process")
class ProxiesTest {

  private record OpenGate() implements CallGate {
    @Override
    public void beforeCall(CloudRequest request) {}

    @Override
    public void afterCall(CloudRequest request, CallOutcome outcome) {}
  }

  @Test
  void noKeyAndNoCallGoThroughAProxyOfTheProcess() throws Exception {
    try (var trap = new ProxyTrap("cloud", "{}")) {
      var _ =
          new JsonHttpClient(new OpenGate())
              .send(
                  new CloudScope("test", new CloudIdentity.Ambient(), "region"),
                  new JsonRequest("Look", "GET", URI.create(trap.server() + "/"), null),
                  Map.of("X-Key", "hush"));

      assertThat(trap.arrivals()).containsExactly("cloud");
    }
  }
}
