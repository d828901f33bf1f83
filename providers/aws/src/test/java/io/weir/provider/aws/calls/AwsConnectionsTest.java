package io.weir.provider.aws.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.CallGate;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AwsConnectionsTest {

  private static final CloudScope SCOPE =
      new CloudScope("aws", new CloudIdentity.Ambient(), "us-east-1");

  private final AwsConnections connections =
      new AwsConnections(new ProviderContext(Map.of(), new NoLimits(), Clock.systemUTC()));

  @Test
  void areSharedByAllThatIsInAnAccountAndRegion() {
    AwsClient ofRegion = connections.clientFor(SCOPE);

    assertThat(connections.clientFor(SCOPE.withParent("cluster-1"))).isSameAs(ofRegion);
    assertThat(
            connections.clientFor(new CloudScope("aws", new CloudIdentity.Ambient(), "eu-west-1")))
        .isNotSameAs(ofRegion);
    connections.close();
  }

  @Test
  void areOpenedAgainAfterTheyWereClosed() {
    AwsClient before = connections.clientFor(SCOPE);

    connections.close();
    connections.close();

    assertThat(connections.clientFor(SCOPE)).isNotSameAs(before);
    connections.close();
  }

  private static final class NoLimits implements CallGate {
    @Override
    public void beforeCall(CloudRequest cloudRequest) {}

    @Override
    public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {}
  }
}
