package io.weir.provider.aws.account.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.weir.provider.CallGate;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderException.Throttled;
import io.weir.provider.aws.account.ClusterIdentities;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.TerminateInstancesRequest;

/** AWS's own SDK before a cloud of which only arrivals are of interest. */
@Isolated("it sets system properties")
class TransmissionCheckTest {

  private static final CloudScope SCOPE =
      new CloudScope("aws", ClusterIdentities.OF_MANAGER, "us-east-1");

  private final AtomicInteger arrivals = new AtomicInteger();
  private HttpServer cloud;

  @BeforeEach
  void start() throws Exception {
    System.setProperty("aws.accessKeyId", "test");
    System.setProperty("aws.secretAccessKey", "test");
    cloud = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    cloud.createContext(
        "/",
        exchange -> {
          arrivals.incrementAndGet();
          exchange.sendResponseHeaders(500, -1);
          exchange.close();
        });
    cloud.start();
  }

  @AfterEach
  void stop() {
    cloud.stop(0);
    System.clearProperty("aws.accessKeyId");
    System.clearProperty("aws.secretAccessKey");
  }

  /** Leave is given, and taken back from writes before they are transmitted. */
  private static final class ClosingGate implements CallGate {
    @Override
    public void beforeCall(CloudRequest cloudRequest) {}

    @Override
    public void beforeTransmission(CloudRequest cloudRequest, boolean write) throws Throttled {
      if (write) {
        throw new Throttled(cloudRequest.api() + ": the lease is over", Duration.ZERO, null);
      }
    }

    @Override
    public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {}
  }

  @Test
  void aWriteThatTheGateRefusesAtTheLastMomentIsNotTransmittedAndReadsAre() {
    var settings = Map.of("endpoint", "http://127.0.0.1:" + cloud.getAddress().getPort());
    AwsService<Ec2Client> ec2 = AwsService.of(Ec2Client.class, Ec2Client::builder);
    try (var sessions =
        new AwsSessions(new ProviderContext(settings, new ClosingGate(), Clock.systemUTC()))) {
      AwsSession session = sessions.sessionFor(SCOPE);

      assertThatThrownBy(
              () ->
                  session.write(
                      ec2,
                      "TerminateInstances",
                      Ec2Client::terminateInstances,
                      TerminateInstancesRequest.builder().instanceIds("i-1").build()))
          .isInstanceOf(Throttled.class)
          .hasMessage("TerminateInstances: the lease is over");
      assertThat(arrivals).hasValue(0);
      assertThatThrownBy(
              () ->
                  session.readOnce(
                      ec2,
                      "DescribeInstances",
                      (Ec2Client client, String _) -> client.describeInstances(),
                      ""))
          .isInstanceOf(ProviderException.Transient.class);
      assertThat(arrivals).hasValue(1);
    }
  }
}
