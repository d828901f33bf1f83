package io.weir.provider.aws.account.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.provider.CallGate;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.utils.SdkAutoCloseable;

class AwsSessionsTest {

  private static final CloudScope SCOPE = inRegion("us-east-1");

  /** In Base64, as the API server has it. */
  private static final ApiObject KEYS =
      new ApiObject(
          Json.MAPPER
              .createObjectNode()
              .put("kind", "Secret")
              .set(
                  "data",
                  Json.MAPPER
                      .createObjectNode()
                      .put("AccessKeyID", "a2V5")
                      .put("SecretAccessKey", "aHVzaA==")));

  private final InstantSource now = () -> this.time;
  private Instant time = Instant.EPOCH;
  private final Clock clock = now.withZone(ZoneOffset.UTC);
  private final List<FakeClient> opened = new ArrayList<>();
  private final List<SdkConnection> connections = new ArrayList<>();
  private final AwsService<FakeClient> fake = service(FakeClient.class);
  private final AwsService<OtherClient> other = service(OtherClient.class);
  private final AwsSessions sessions =
      new AwsSessions(new ProviderContext(Map.of(), new NoLimits(), _ -> Optional.of(KEYS), clock));

  @AfterEach
  void close() {
    sessions.close();
  }

  @Test
  void areSharedByAllThatIsInAnAccountAndRegion() {
    AwsSession ofRegion = sessions.sessionFor(SCOPE);

    assertThat(sessions.sessionFor(SCOPE.withParent("cluster-1"))).isSameAs(ofRegion);
    assertThat(sessions.sessionFor(inRegion("eu-west-1"))).isNotSameAs(ofRegion);
  }

  @Test
  void openTheClientOfAServiceWhenItIsFirstAskedAndThenKeepIt() throws Exception {
    AwsSession session = sessions.sessionFor(SCOPE);
    assertThat(opened).isEmpty();

    call(SCOPE, fake);
    call(SCOPE, fake);
    assertThat(opened).hasSize(1);

    call(SCOPE, other);
    assertThat(opened).hasSize(2);
    assertThat(sessions.sessionFor(SCOPE)).isSameAs(session);
  }

  @Test
  void closeWhatWasNotUsedForAnHourAndNothingElse() throws Exception {
    CloudScope busy = inRegion("eu-west-1");
    call(SCOPE, fake);
    call(SCOPE, other);
    call(busy, fake);

    time = time.plus(Duration.ofMinutes(40));
    call(busy, fake);
    sessions.closeUnused();
    assertThat(opened).noneMatch(FakeClient::isClosed);

    time = time.plus(Duration.ofMinutes(21));
    sessions.closeUnused();
    assertThat(opened).extracting(FakeClient::isClosed).containsExactly(true, true, false);
  }

  @Test
  void openAgainForWhomeverHoldsOneThatWasUnusedForLong() throws Exception {
    AwsSession held = sessions.sessionFor(SCOPE);
    call(SCOPE, fake);
    time = time.plus(Duration.ofHours(2));
    sessions.closeUnused();

    var _ = held.read(fake, "Describe", FakeClient::answer, "all");

    assertThat(opened).extracting(FakeClient::isClosed).containsExactly(true, false);
    sessions.close();
    assertThat(opened).allMatch(FakeClient::isClosed);
  }

  @Test
  void areOpenedAgainAfterTheyWereClosed() throws Exception {
    AwsSession before = sessions.sessionFor(SCOPE);
    call(SCOPE, fake);

    sessions.close();
    sessions.close();

    assertThat(opened).allMatch(FakeClient::isClosed);
    assertThat(sessions.sessionFor(SCOPE)).isNotSameAs(before);
  }

  @Test
  void closeTheOthersAndTheConnectionWhenAClientCannotBeClosed() throws Exception {
    call(SCOPE, fake);
    call(SCOPE, other);
    call(inRegion("eu-west-1"), fake);
    opened.forEach(client -> client.failsToClose = true);

    sessions.close();

    assertThat(opened).allMatch(FakeClient::isClosed);
    assertThatThrownBy(() -> connections.getFirst().repeat(() -> {}, Duration.ofHours(1)))
        .isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void openAClientAgainThatCouldNotBeClosedWhenItWasUnused() throws Exception {
    CloudScope europe = inRegion("eu-west-1");
    call(SCOPE, fake);
    call(europe, fake);
    opened.forEach(client -> client.failsToClose = true);
    time = time.plus(Duration.ofHours(2));

    sessions.closeUnused();
    call(SCOPE, fake);
    call(europe, fake);

    assertThat(opened).extracting(FakeClient::isClosed).containsExactly(true, true, false, false);
  }

  @Test
  void openNothingForWhomeverHoldsOneThatIsClosedForGood() throws Exception {
    AwsSession held = sessions.sessionFor(SCOPE);
    call(SCOPE, fake);
    sessions.close();

    assertThatThrownBy(() -> held.write(fake, "Create", FakeClient::answer, "one"))
        .isInstanceOf(ProviderException.Transient.class)
        .hasMessageContaining("us-east-1");

    assertThat(opened).hasSize(1);
  }

  private static CloudScope inRegion(String region) {
    var identity =
        new CloudIdentity.OfObject(
            "AWSClusterStaticIdentity",
            new ObjectKey("", "team"),
            Optional.of(new ObjectKey("weir-system", "team-keys")));
    return new CloudScope("aws", identity, region);
  }

  private <C extends FakeClient> void call(CloudScope scope, AwsService<C> service)
      throws ProviderException {
    var _ = sessions.sessionFor(scope).read(service, "Describe", FakeClient::answer, "all");
  }

  private <C extends FakeClient> AwsService<C> service(Class<C> type) {
    return new AwsService<>(
        type,
        (connection, _, _) -> {
          connections.add(connection);
          var client = type.equals(OtherClient.class) ? new OtherClient() : new FakeClient();
          opened.add(client);
          return type.cast(client);
        });
  }

  private static class FakeClient implements SdkAutoCloseable {
    private boolean closed;
    private boolean failsToClose;

    String answer(String request) {
      return request;
    }

    boolean isClosed() {
      return closed;
    }

    @Override
    public void close() {
      closed = true;
      if (failsToClose) {
        throw new IllegalStateException("cannot be closed");
      }
    }
  }

  private static final class OtherClient extends FakeClient {}

  private static final class NoLimits implements CallGate {
    @Override
    public void beforeCall(CloudRequest cloudRequest) {}

    @Override
    public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {}
  }
}
