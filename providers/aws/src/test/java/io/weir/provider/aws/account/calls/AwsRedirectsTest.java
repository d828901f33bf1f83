package io.weir.provider.aws.account.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;

/** The SDK's client follows none by itself; the cloud's endpoint may be a setting. */
class AwsRedirectsTest {

  private final ConcurrentLinkedQueue<String> arrivals = new ConcurrentLinkedQueue<>();

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void noRequestReachesWhereAnAnswerPoints(int code) throws Exception {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(address, 0);
    String root = "http://127.0.0.1:" + server.getAddress().getPort();
    server.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Location", root + "/elsewhere");
          exchange.sendResponseHeaders(code, -1);
          exchange.close();
        });
    server.createContext("/elsewhere", exchange -> arrivals.add(exchange.getRequestMethod()));
    server.start();
    var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "hush"));
    try (var connection = new SdkConnection(Map.of("endpoint", root));
        AutoScalingClient client =
            connection.configured(AutoScalingClient.builder(), "us-east-1", credentials).build()) {

      assertThatExceptionOfType(SdkServiceException.class)
          .isThrownBy(() -> client.setDesiredCapacity(group -> group.desiredCapacity(3)));
    } finally {
      server.stop(0);
    }

    assertThat(arrivals).isEmpty();
  }
}
