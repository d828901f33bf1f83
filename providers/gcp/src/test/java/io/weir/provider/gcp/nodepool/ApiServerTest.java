package io.weir.provider.gcp.nodepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.gcp.PoolFixture;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ApiServerTest {
  private static final String NAME = "gke-1f.europe-west1.gke.goog";

  /** {@code AAAA} is three zeros. */
  private static Optional<ApiServer> of(String endpoints) {
    return ApiServer.of(
        PoolFixture.yaml(
            """
            endpoint: 10.0.0.2
            masterAuth: {clusterCaCertificate: AAAA}
            controlPlaneEndpointsConfig: %s
            """
                .formatted(endpoints)));
  }

  private static String named(String address) {
    return "{dnsEndpointConfig: {endpoint: %s, allowExternalTraffic: true}, ipEndpointsConfig: {%s}}"
        .formatted(NAME, address);
  }

  @Test
  void isReachedByItsPublicAddress() {
    ApiServer server = of(named("publicEndpoint: 203.0.113.7")).orElseThrow();

    assertThat(server).isEqualTo(new ApiServer(URI.create("https://203.0.113.7"), "\0\0\0", false));
    assertThat(server.port()).isEqualTo(443);
  }

  @Test
  void isReachedByItsNameWhereThatLetsClientsInAndNoAddressIsPublic() {
    for (String address : List.of("privateEndpoint: 10.0.0.2", "enabled: false")) {
      assertThat(of(named(address)))
          .hasValue(new ApiServer(URI.create("https://" + NAME), "", false));
    }
  }

  @Test
  void isPrivateWhereItsNameLetsNobodyIn() {
    String closed =
        "{dnsEndpointConfig: {endpoint: %s}, ipEndpointsConfig: {privateEndpoint: 10.0.0.2}}"
            .formatted(NAME);

    for (String endpoints : List.of(closed, "{}")) {
      assertThat(of(endpoints))
          .hasValue(new ApiServer(URI.create("https://10.0.0.2"), "\0\0\0", true));
    }
  }

  @Test
  void isNowhereWithoutAny() {
    assertThat(ApiServer.of(PoolFixture.yaml("name: demo"))).isEmpty();
  }
}
