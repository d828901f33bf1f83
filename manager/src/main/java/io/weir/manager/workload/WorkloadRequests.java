package io.weir.manager.workload;

import io.weir.engine.workload.CircuitBreaker;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.RequestGuard;
import io.weir.kernel.kube.RequestInfo;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The single requests that passes make to one workload cluster. Whoever waits for an answer holds a
 * worker, so a server that answers watches and lets requests wait is asked less and less often.
 * Time that this process lost itself is not the server's.
 */
public final class WorkloadRequests implements RequestGuard {

  private final WorkloadConnection.Identity identity;
  private final Duration timeout;
  private final CircuitBreaker breaker;
  private final WorkloadClusterListener listener;
  private final InstantSource clock;
  private final LostTime lostTime;
  private volatile Optional<Instant> announced = Optional.empty();

  /** A request was not sent, as others before it were not answered in time. */
  private static final class HeldBackException extends IOException {
    private static final long serialVersionUID = 1L;

    HeldBackException(String why) {
      super(why);
    }
  }

  WorkloadRequests(
      WorkloadConnection.Identity identity,
      CircuitBreaker.Settings settings,
      WorkloadClusterListener listener,
      InstantSource clock,
      LostTime lostTime) {
    this.identity = identity;
    this.timeout = settings.timeout();
    this.breaker = new CircuitBreaker(settings);
    this.listener = listener;
    this.clock = clock;
    this.lostTime = lostTime;
  }

  /** Whether a request was not even sent, because others before it were not answered in time. */
  public static boolean isHeldBack(KubeException failure) {
    return failure.getCause() instanceof HeldBackException;
  }

  /** The client for passes. */
  KubeClient guard(KubeClient client) {
    return client.withTimeout(timeout).guardedBy(this);
  }

  /** Has those who are waiting try once more when it is time to. */
  void announceTrial() {
    Instant now = clock.instant();
    breaker.boundPause(now);
    Optional<Instant> until = breaker.openUntil();
    if (until.isPresent() && !until.equals(announced) && !now.isBefore(until.get())) {
      announced = until;
      listener.reachabilityChanged(identity.cluster());
    }
  }

  @Override
  public Admission admit(RequestInfo requestInfo) throws IOException {
    CircuitBreaker.Attempt attempt =
        breaker.begin(clock.instant()).orElseThrow(() -> new HeldBackException(describe("")));
    Duration before = lostTime.total();
    return (code, took) -> ended(attempt, code, took.minus(lostTime.total().minus(before)));
  }

  private void ended(CircuitBreaker.Attempt attempt, int code, Duration took) {
    switch (breaker.end(attempt, code != 0, took, clock.instant())) {
      case OPENED ->
          listener.requestsHeldBack(
              identity.cluster(), describe("; Nodes are not labelled and join tokens not renewed"));
      case CLOSED -> {
        listener.requestsAnswered(identity.cluster());
        listener.reachabilityChanged(identity.cluster());
      }
      case NONE -> {}
    }
  }

  private String describe(String effect) {
    return "the API server %s answers watches, but did not answer other requests within %d s; they are sent less often until it does%s: check its load, its etcd, its admission webhooks and what is between"
        .formatted(identity.kubeconfig().server(), timeout.toSeconds(), effect);
  }
}
