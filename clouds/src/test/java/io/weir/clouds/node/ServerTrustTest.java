package io.weir.clouds.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.node.wire.ApiClient;
import io.weir.clouds.node.wire.ApiClientFactory;
import io.weir.clouds.node.wire.ClientIdentity;
import io.weir.clouds.node.wire.ServerTrust;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a fleet knows of one server must not open it to another. */
class ServerTrustTest {
  private final ApiClientFactory fleet = new ApiClientFactory(4, Duration.ofSeconds(5));
  private FakeApiServer ours;
  private FakeApiServer other;

  @BeforeEach
  void start() throws Exception {
    ours = new FakeApiServer();
    other = new FakeApiServer();
    assertThat(clusterInfo("127.0.0.1", ours).has("data")).isTrue();
  }

  @AfterEach
  void stop() {
    ours.close();
    other.close();
  }

  @Test
  void aServerOfAnotherAuthorityIsRefusedThoughOneOfThatNameIsKnown() {
    assertThatThrownBy(() -> clusterInfo("127.0.0.1", other)).isInstanceOf(SSLException.class);
  }

  @Test
  void aKnownServerIsRefusedUnderANameThatItHasNotProven() {
    assertThatThrownBy(() -> clusterInfo("localhost", ours)).isInstanceOf(SSLException.class);
  }

  private JsonNode clusterInfo(String host, FakeApiServer server) throws Exception {
    var trust = new ServerTrust.Authorities(List.of(ours.certificate()));
    URI address = URI.create("https://" + host + ":" + server.port());
    try (ApiClient client = fleet.newClient(address, trust, new ClientIdentity.Anonymous())) {
      return client.get("/api/v1/namespaces/kube-public/configmaps/cluster-info");
    }
  }
}
