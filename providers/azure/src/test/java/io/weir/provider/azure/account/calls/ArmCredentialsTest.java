package io.weir.provider.azure.account.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.provider.ProviderException;
import io.weir.provider.azure.account.AzurePrincipal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ArmCredentialsTest {

  private static final AzurePrincipal PRINCIPAL =
      new AzurePrincipal(AzurePrincipal.Proof.CLIENT_SECRET, "tenant", "client", "");

  private final InstantSource source = () -> this.now;
  private Instant now = Instant.EPOCH;
  private String secret = "one";
  private int issued;
  private @Nullable ProviderException failure;
  private final ArmCredentials credentials =
      new ArmCredentials(
          () -> new LoginProof(PRINCIPAL, secret), this::issue, source.withZone(ZoneOffset.UTC));

  private static boolean reached(CountDownLatch latch) {
    try {
      return latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private IssuedToken issue(LoginProof proof) throws ProviderException {
    issued++;
    if (failure != null) {
      throw failure;
    }
    return new IssuedToken(new BearerToken(proof.content() + "-" + issued), Duration.ofHours(1));
  }

  @Test
  void areGoodUntilShortlyBeforeTheyExpire() throws Exception {
    BearerToken first = credentials.current();
    now = now.plus(Duration.ofMinutes(49));
    assertThat(credentials.current()).isEqualTo(first);

    now = now.plus(Duration.ofMinutes(2));

    assertThat(credentials.current()).isEqualTo(new BearerToken("one-2"));
  }

  @Test
  void whileTheyAreGoodOutlastALoginThatFailsWhichIsTriedNowAndThen() throws Exception {
    BearerToken first = credentials.current();
    failure = new ProviderException.Transient("down", null);
    now = now.plus(Duration.ofMinutes(51));

    for (int second = 0; second < 60; second++) {
      assertThat(credentials.current()).isEqualTo(first);
      now = now.plusSeconds(1);
    }
    assertThat(issued).isEqualTo(3);

    now = now.plus(Duration.ofMinutes(8));
    assertThatThrownBy(credentials::current).hasMessage("down");
  }

  @Test
  void thatAreGoodAreHadWhileTheyAreRenewed() throws Exception {
    var asked = new CountDownLatch(1);
    var answer = new CountDownLatch(1);
    var slow =
        new ArmCredentials(
            () -> new LoginProof(PRINCIPAL, secret),
            proof -> {
              if (issued > 0) {
                asked.countDown();
                assertThat(reached(answer)).isTrue();
              }
              return issue(proof);
            },
            source.withZone(ZoneOffset.UTC));
    BearerToken first = slow.current();
    now = now.plus(Duration.ofMinutes(51));

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var renewal = threads.submit(slow::current);
      assertThat(reached(asked)).isTrue();
      var other = threads.submit(slow::current);
      try {
        assertThat(other.get(20, TimeUnit.SECONDS)).isEqualTo(first);
      } finally {
        answer.countDown();
      }
      assertThat(renewal.get()).isEqualTo(new BearerToken("one-2"));
    }

    assertThat(slow.current()).isEqualTo(new BearerToken("one-2"));
    assertThat(issued).isEqualTo(2);
  }

  @Test
  void areOthersForAnotherSecretAtOnce() throws Exception {
    var _ = credentials.current();
    secret = "two";

    assertThat(credentials.current()).isEqualTo(new BearerToken("two-2"));
  }

  @Test
  void thatAreRefusedAreReplacedOnceAndNotWithEachRefusal() throws Exception {
    BearerToken first = credentials.current();

    Optional<BearerToken> second = credentials.replacementFor(first);

    assertThat(second).hasValue(new BearerToken("one-2"));
    assertThat(credentials.replacementFor(first)).isEqualTo(second);
    assertThat(credentials.replacementFor(second.orElseThrow())).isEmpty();
    now = now.plus(Duration.ofMinutes(5));
    assertThat(credentials.replacementFor(second.orElseThrow())).isPresent();
  }

  @Test
  void thatCannotBeHadAreAskedForOnceByAllWhoWait() throws Exception {
    var callers = new CountDownLatch(10);
    var broken =
        new ArmCredentials(
            () -> {
              callers.countDown();
              return new LoginProof(PRINCIPAL, secret);
            },
            _ -> {
              issued++;
              assertThat(reached(callers)).isTrue();
              throw new ProviderException.Transient("down", null);
            },
            source.withZone(ZoneOffset.UTC));

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var caller :
          IntStream.range(0, 10).mapToObj(_ -> threads.submit(broken::current)).toList()) {
        assertThatThrownBy(caller::get).hasMessageContaining("down");
      }
    }

    assertThat(issued).isOne();
    assertThatThrownBy(broken::current).hasMessage("down");
    assertThat(issued).isEqualTo(2);
  }

  @Test
  void showNothingOfThemselves() {
    assertThat(new BearerToken("hush")).hasToString("BearerToken");
    assertThat(new LoginProof(PRINCIPAL, "hush").toString()).doesNotContain("hush");
    assertThat(new IssuedToken(new BearerToken("hush"), Duration.ZERO).toString())
        .doesNotContain("hush");
  }
}
