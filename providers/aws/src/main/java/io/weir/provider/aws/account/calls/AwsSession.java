package io.weir.provider.aws.account.calls;

import io.weir.provider.CallGate;
import io.weir.provider.CallGate.CallOutcome;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException;
import io.weir.provider.ReadRetry;
import io.weir.provider.RequestIds;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.awscore.AwsResponse;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * What calls of one account, identity and region go through. It opens the client of a service when
 * that is first asked, and again when it was closed meanwhile. The retries of AWS's SDK are off:
 * each request passes the gate, and no write is repeated.
 */
public final class AwsSession {

  private static final Logger LOG = LoggerFactory.getLogger(AwsSession.class);

  private enum Effect {
    READ,
    WRITE
  }

  private final CloudScope cloudScope;
  private final SdkConnection connection;
  private final SessionCredentials credentials;
  private final CallGate gate;
  private final Clock clock;
  private final Map<Class<?>, SdkAutoCloseable> open = new HashMap<>();
  private Instant lastUsed;
  private boolean closed;

  /** What calls are signed with that go out now. */
  private volatile @Nullable AwsCredentials signing;

  AwsSession(
      CloudScope cloudScope,
      SdkConnection connection,
      SessionCredentials credentials,
      CallGate gate,
      Clock clock) {
    this.cloudScope = cloudScope;
    this.connection = connection;
    this.credentials = credentials;
    this.gate = gate;
    this.clock = clock;
    this.lastUsed = clock.instant();
  }

  /** Sends a read, again if it failed for a moment. */
  public <C extends SdkAutoCloseable, Q, A> A read(
      AwsService<C> service, String api, BiFunction<C, Q, A> call, Q request)
      throws ProviderException {
    return ReadRetry.run(() -> send(service, api, Effect.READ, call, request));
  }

  /** Sends a read of something that is asked of one object after the other, and can wait. */
  public <C extends SdkAutoCloseable, Q, A> A readOnce(
      AwsService<C> service, String api, BiFunction<C, Q, A> call, Q request)
      throws ProviderException {
    return send(service, api, Effect.READ, call, request);
  }

  /** Sends a write. */
  public <C extends SdkAutoCloseable, Q, A> A write(
      AwsService<C> service, String api, BiFunction<C, Q, A> call, Q request)
      throws ProviderException {
    return send(service, api, Effect.WRITE, call, request);
  }

  /**
   * Signs a request that somebody else is to send, in its query, as of now.
   *
   * @param service that it is for, as signatures name it
   * @param within how soon it is to be sent
   */
  public SdkHttpRequest presign(SdkHttpRequest request, String service, Duration within)
      throws ProviderException {
    return SdkConnection.presigned(
        request,
        credentialsFor("a signature for " + service),
        service,
        cloudScope.region(),
        within,
        clock);
  }

  private AwsCredentials credentialsFor(String what) throws ProviderException {
    try {
      return credentials.current();
    } catch (SdkException withoutCredentials) {
      throw AwsErrors.toProviderException(what, false, withoutCredentials);
    }
  }

  private <C extends SdkAutoCloseable, Q, A> A send(
      AwsService<C> service, String api, Effect effect, BiFunction<C, Q, A> call, Q request)
      throws ProviderException {
    var cloudRequest = new CloudRequest(cloudScope, api);
    signing = credentialsFor(api);
    gate.beforeCall(cloudRequest);
    CallOutcome callOutcome = CallOutcome.FAILED;
    try {
      C client = client(service);
      TransmissionCheck.Question question =
          () -> gate.beforeTransmission(cloudRequest, effect == Effect.WRITE);
      A answer =
          ScopedValue.where(TransmissionCheck.QUESTION, question)
              .call(() -> call.apply(client, request));
      callOutcome = CallOutcome.OK;
      requestId(effect, answer).ifPresent(RequestIds::record);
      return answer;
    } catch (SdkException failure) {
      if (failure.getCause() instanceof ProviderException.Throttled refused) {
        throw refused; // by the gate
      }
      requestId(effect, failure).ifPresent(RequestIds::record);
      if (AwsErrors.isOfEndedCredentials(failure)) {
        credentials.forget();
      }
      var sorted = AwsErrors.toProviderException(api, effect == Effect.WRITE, failure);
      callOutcome =
          sorted instanceof ProviderException.Throttled
              ? new CallOutcome.Throttled(Duration.ZERO)
              : callOutcome;
      throw sorted;
    } finally {
      gate.afterCall(cloudRequest, callOutcome);
    }
  }

  /** Of a write only: those of reads would hide it. */
  private static Optional<String> requestId(Effect effect, Object result) {
    if (effect == Effect.READ) {
      return Optional.empty();
    }
    return switch (result) {
      case AwsResponse answer -> Optional.ofNullable(answer.responseMetadata().requestId());
      case AwsServiceException refused -> Optional.ofNullable(refused.requestId());
      default -> Optional.empty();
    };
  }

  private synchronized <C extends SdkAutoCloseable> C client(AwsService<C> service)
      throws ProviderException {
    if (closed) {
      throw new ProviderException.Transient(
          "the connection to %s is closed; the next call needs a new session".formatted(cloudScope),
          null);
    }
    lastUsed = clock.instant();
    return service
        .type()
        .cast(
            open.computeIfAbsent(
                service.type(),
                _ -> service.open().open(connection, cloudScope.region(), () -> signing)));
  }

  /** Closes its clients if none was asked since then. */
  synchronized void closeIfUnusedSince(Instant then) {
    if (lastUsed.isBefore(then)) {
      closeClients();
    }
  }

  /** Closes its clients; a call opens them again. What cannot be closed is given up. */
  private void closeClients() {
    var closing = Map.copyOf(open);
    open.clear();
    closing.forEach(this::close);
  }

  private void close(Class<?> type, SdkAutoCloseable client) {
    try {
      client.close();
    } catch (RuntimeException | LinkageError failure) {
      LOG.warn(
          "cannot close the {} of {}; it is given up", type.getSimpleName(), cloudScope, failure);
    }
  }

  /** Closes its clients for good, as what they are connected by is closed too. */
  synchronized void close() {
    closed = true;
    closeClients();
  }
}
