package io.weir.provider.oci.account.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.weir.api.ObjectKey;
import io.weir.provider.CallGate;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderException;
import io.weir.provider.oci.account.OciSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manager as the instance that it runs on, by Oracle's library over HTTP. */
class InstancePrincipalTest {
  private static final CloudIdentity IDENTITY =
      new CloudIdentity.OfObject(
          "OCIClusterIdentity",
          new ObjectKey("weir-system", "own"),
          Optional.empty(),
          "InstancePrincipal");

  private final SimulatedPrincipals cloud = new SimulatedPrincipals();
  private final List<String> calls = new ArrayList<>();
  private final Map<String, String> settings = new HashMap<>();
  private Instant now = Instant.now();
  private HttpServer server;

  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    cloud.serve(server);
    server.start();
    String address =
        "http://%s:%d"
            .formatted(
                server.getAddress().getAddress().getHostAddress(), server.getAddress().getPort());
    settings.putAll(
        Map.of(
            "endpoint",
            address,
            "metadata-endpoint",
            address + "/opc/v2",
            "auth-endpoint",
            address));
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private OciSessions sessions() {
    var gate =
        new CallGate() {
          @Override
          public void beforeCall(CloudRequest cloudRequest) {
            calls.add(cloudRequest.api());
          }

          @Override
          public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {}
        };
    InstantSource time = () -> now;
    return new OciSessions(
        new ProviderContext(settings, gate, time.withZone(ZoneOffset.UTC)),
        new OciSettings(settings));
  }

  private static List<JsonNode> domains(OciSessions sessions, CloudIdentity identity)
      throws ProviderException {
    return sessions
        .clientFor(new CloudScope("oci", identity, "ocid1.compartment.oc1..c", "us-ashburn-1", ""))
        .list(
            "ListAvailabilityDomains",
            "/20160918/availabilityDomains?compartmentId=ocid1.compartment.oc1..c");
  }

  @Test
  void itsCertificatesAreChangedForATokenThatSignsUntilItEnds() throws Exception {
    OciSessions sessions = sessions();

    assertThat(domains(sessions, IDENTITY)).hasSize(1);
    assertThat(domains(sessions, IDENTITY)).hasSize(1);
    assertThat(cloud.tokens()).isEqualTo(1);

    now = now.plus(Duration.ofSeconds(cloud.life));

    assertThat(domains(sessions, IDENTITY)).hasSize(1);
    assertThat(cloud.tokens()).isEqualTo(2);
    assertThat(cloud.refused).isEmpty();
    assertThat(calls)
        .containsExactly(
            "GetToken",
            "ListAvailabilityDomains",
            "ListAvailabilityDomains",
            "GetToken",
            "ListAvailabilityDomains");
  }

  @Test
  void clustersWithoutAnIdentityUseTheInstanceWhereTheManagersDirectorySaysSo(
      @TempDir Path directory) throws Exception {
    Files.writeString(directory.resolve("useInstancePrincipal"), "true\n");
    settings.put("auth-config-dir", directory.toString());

    assertThat(domains(sessions(), new CloudIdentity.Ambient())).hasSize(1);
    assertThat(cloud.tokens()).isEqualTo(1);
  }

  @Test
  void aCertificateThatIsRefusedIsToldWithTheIdentityAndTheRemedy() {
    cloud.knowsInstance = false;

    assertThatThrownBy(() -> domains(sessions(), IDENTITY))
        .isInstanceOf(ProviderException.Denied.class)
        .hasMessage(
            "GetToken of OCIClusterIdentity/weir-system/own: HTTP status 401 (NotAuthenticated):"
                + " the manager must run on an instance of Oracle Cloud");
  }

  @Test
  void elsewhereItIsToldWhereTheManagerMustRun() throws Exception {
    try (var closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      settings.put("metadata-endpoint", "http://127.0.0.1:" + closed.getLocalPort() + "/opc/v2");
    }
    settings.remove("auth-endpoint");

    assertThatThrownBy(() -> domains(sessions(), IDENTITY))
        .isInstanceOf(ProviderException.class)
        .hasMessageContaining("the manager must run on an instance of Oracle Cloud");
  }
}
