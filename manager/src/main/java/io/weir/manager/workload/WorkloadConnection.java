package io.weir.manager.workload;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.token.TokenSecret;
import io.weir.engine.workload.ConnectionFailure;
import io.weir.engine.workload.ConnectionFailureCause;
import io.weir.engine.workload.VettedKubeconfig;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.CacheBudget;
import io.weir.kernel.cache.CacheBudget.Shortage;
import io.weir.kernel.cache.FieldPruning;
import io.weir.kernel.cache.NoRoomException;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.kube.RequestGuard;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.workload.WorkloadClusterState.Connected;
import io.weir.manager.workload.WorkloadClusterState.Unreachable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to one workload cluster by one kubeconfig, from its first try until it is closed.
 * A thread of its own tries, waits and looks; no one else ever waits for the cluster.
 */
final class WorkloadConnection implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WorkloadConnection.class);
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(10);

  /** Asked for to see whether the account is accepted; there is nothing of that name. */
  private static final String PROBE = "weir-probe";

  private final Identity identity;
  private final WorkloadClusterSettings settings;
  private final RequestListener requests;
  private final WorkloadClusterListener listener;
  private final InstantSource clock;
  private final WorkloadRequests guardedRequests;
  private final Semaphore wakeups = new Semaphore(0);
  private final Thread thread;
  private final AtomicBoolean retryAsked = new AtomicBoolean();
  private final ConnectionMemory memory;
  private volatile boolean closing;
  private volatile WorkloadClusterState state;
  private volatile @Nullable KubeClient client;

  /** Somebody waits for a try. Like what follows, the thread's own. */
  private boolean retryRequested;

  /** Since when the watches are hastened, of {@link System#nanoTime}; null while they are not. */
  private @Nullable Long hastenedAt;

  private @Nullable KubeCluster cluster;

  /**
   * What a connection is for; another Cluster object of the name, or another kubeconfig, needs
   * another one.
   *
   * @param cluster the Cluster
   * @param uid of the Cluster
   * @param kubeconfig how it is reached
   */
  record Identity(ObjectKey cluster, String uid, VettedKubeconfig kubeconfig) {}

  /**
   * Begins to connect, in the background.
   *
   * @param memory opens the room of what will be known; it is given what to do on a shortage
   */
  WorkloadConnection(
      Identity identity,
      WorkloadNodes seenBefore,
      Function<Runnable, CacheBudget.Room> memory,
      WorkloadClusterSettings settings,
      RequestListener requests,
      WorkloadClusterListener listener,
      InstantSource clock) {
    this.identity = identity;
    this.settings = settings;
    this.memory = new ConnectionMemory(() -> memory.apply(wakeups::release));
    this.requests = requests;
    this.listener = listener;
    this.clock = clock;
    this.guardedRequests =
        new WorkloadRequests(identity, settings.requests(), listener, clock, LostTime.ofProcess());
    Instant now = clock.instant();
    this.state =
        new Unreachable(
            ConnectionFailureCause.CONNECTING, "", now, now, seenBefore, Optional.empty());
    this.thread = Thread.ofVirtual().name("workload-" + identity.cluster()).unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  Identity identity() {
    return identity;
  }

  WorkloadClusterState state() {
    return state;
  }

  /** The room that what was seen before takes; to be called before {@link #start}. */
  void adopt(Optional<CacheBudget.Room> seenBefore) {
    memory.adopt(seenBefore);
  }

  /** The room of what is known; to be called after {@link #close}. */
  Optional<CacheBudget.Room> seenRoom() {
    return memory.seen();
  }

  /** Has the thread try now. */
  void retryNow() {
    retryAsked.set(true);
    wakeups.release();
  }

  /** Ends watches and connections; what is known stays readable. */
  @Override
  public void close() {
    closing = true;
    wakeups.release();
    thread.interrupt();
    join();
    release();
  }

  private void release() {
    KubeCluster open = cluster;
    cluster = null;
    if (open != null) {
      open.close();
    }
    memory.closeUnseen();
  }

  private void join() {
    try {
      thread.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      boolean over = false;
      while (!over) {
        over = attempt();
      }
    } catch (InterruptedException _) {
      LOG.debug("{}: the connection is closed", identity.cluster());
    }
  }

  /** Tells whether that was the last; whatever it fails on, another follows. */
  private boolean attempt() throws InterruptedException {
    try {
      if (runOnce()) {
        return true;
      }
      release();
    } catch (RuntimeException | Error fault) {
      LOG.error("{}: the connection failed", identity.cluster(), fault);
    }
    return closed(memory.pause(settings));
  }

  /** Tells whether that was all; not if it could not begin, or ended by a fault of ours. */
  private boolean runOnce() throws InterruptedException {
    try {
      Optional<KubeCluster> opened = open();
      if (opened.isEmpty()) {
        return false;
      }
      Connected up = connect(opened.get());
      setState(up);
      memory.keepOpen();
      subscribe(opened.get());
      checkWatches(opened.get(), up);
      return true;
    } catch (NoRoomException _) {
      giveUpMemory();
      return false;
    } catch (RuntimeException | Error unexpected) {
      LOG.error("{}: the connection failed", identity.cluster(), unexpected);
      setState(
          down(
              ConnectionFailure.ofUnexpectedError(identity.cluster(), identity.kubeconfig()),
              clock.instant()));
      return false;
    }
  }

  /**
   * Forgets what was seen, as there is no memory for it. Whoever needs it is told what to do, but
   * not at once if the cluster may fit by itself: a list comes beside what the last one left.
   */
  private void giveUpMemory() {
    Optional<Shortage> shortage = memory.shortage();
    boolean known = state instanceof Connected;
    release();
    if (shortage.isPresent()) {
      boolean first = memory.giveUp();
      setState(withoutMemory(shortage.get(), known && first));
    }
  }

  private Unreachable withoutMemory(Shortage shortage, boolean mayFit) {
    ConnectionFailure failure =
        switch (shortage) {
          case OF_ONE ->
              ConnectionFailure.ofSize(
                  identity.cluster(), identity.kubeconfig(), settings.memory().ofOne());
          case OF_ALL ->
              ConnectionFailure.ofAllSizes(
                  identity.cluster(), identity.kubeconfig(), settings.memory().ofAll());
        };
    Instant now = clock.instant();
    return new Unreachable(
        mayFit ? ConnectionFailureCause.CONNECTING : failure.cause(),
        mayFit ? "" : failure.message(),
        state instanceof Unreachable before ? before.since() : now,
        now,
        WorkloadNodes.NONE,
        Optional.empty());
  }

  /** How far the server's clock is ahead of this process's; zero before it has answered. */
  Duration clockAhead() {
    KubeClient last = client;
    return last == null ? Duration.ZERO : last.clockAhead();
  }

  /** Nothing is sent yet, but keys and certificates are read. */
  private Optional<KubeCluster> open() throws NoRoomException {
    CacheBudget.Room room = memory.open();
    try {
      KubeCluster made =
          KubeCluster.connectBuiltIns(
              KubeConfigs.fromText(
                  identity.kubeconfig().text(),
                  KubeConfigs.component("workload", settings.process())),
              settings.watchSettings(room),
              new AddressGate(identity.kubeconfig(), settings.addresses(), requests),
              settings.localClock());
      client = made.client();
      cluster = made;
      return Optional.of(made);
    } catch (RuntimeException unusable) {
      setState(
          down(
              ConnectionFailure.ofUnusableKubeconfig(
                  identity.cluster(), identity.kubeconfig(), unusable),
              clock.instant()));
      return Optional.empty();
    }
  }

  private Connected connect(KubeCluster opened) throws InterruptedException, NoRoomException {
    for (int failures = 1; ; failures++) {
      memory.check();
      Instant now = clock.instant();
      try {
        String version = probing(opened).serverVersion();
        return connected(opened, version);
      } catch (KubeException failure) {
        setState(down(failure, now));
        if (closed(settings.pacing().pauses().nominal(failures))) {
          throw new InterruptedException();
        }
      }
    }
  }

  /** Begins the watches and waits for their first lists. */
  private Connected connected(KubeCluster opened, String version)
      throws InterruptedException, NoRoomException {
    Optional<ObjectCache> nodes = nodes(opened);
    Optional<ObjectCache> tokens = tokens(opened);
    for (ObjectCache cache : Stream.concat(nodes.stream(), tokens.stream()).toList()) {
      while (!cache.awaitSynced(settings.pacing().checkInterval())) {
        Optional<String> why = trouble(opened);
        memory.check(); // which is what the trouble is, then
        why.ifPresentOrElse(message -> notConnected(opened, message), this::tellIfSlow);
        if (closed(Duration.ZERO)) {
          throw new InterruptedException();
        }
      }
    }
    return new Connected(
        nodes.map(WorkloadNodes::of).orElse(WorkloadNodes.NONE),
        tokens.map(cache -> WorkloadTokens.of(cache, identity.uid())).orElse(WorkloadTokens.NONE),
        guardedRequests.guard(opened.client()),
        identity.kubeconfig(),
        version);
  }

  private void subscribe(KubeCluster opened) {
    nodes(opened)
        .ifPresent(
            cache -> {
              var _ = cache.subscribe(new NodeChangeNotifier(identity.cluster(), listener));
            });
    tokens(opened)
        .ifPresent(
            cache -> {
              var _ = cache.subscribe(change -> listener.tokenChanged(identity.cluster(), change));
            });
  }

  /** Looks in memory whether the watches work, and says so when that has changed for a while. */
  private void checkWatches(KubeCluster opened, Connected up)
      throws InterruptedException, NoRoomException {
    long workedAt = System.nanoTime();
    while (!closed(settings.pacing().checkInterval())) {
      guardedRequests.announceTrial();
      Optional<String> why = trouble(opened);
      memory.check();
      long now = System.nanoTime();
      if (why.isEmpty()) {
        workedAt = now;
        hastenedAt = null;
        setState(up);
      } else if (state.equals(up)
          ? now - workedAt >= settings.pacing().gracePeriod().toNanos()
          : retryRequested) {
        checkServer(opened, why.get());
      }
    }
  }

  /** A server may bring a list so slowly that it never ends, and do nothing wrong. */
  private void tellIfSlow() {
    Instant now = clock.instant();
    if (state instanceof Unreachable down
        && down.cause() == ConnectionFailureCause.CONNECTING
        && !now.isBefore(down.since().plus(WorkloadClusterAccess.CONNECTS_WITHIN))) {
      setState(
          down(
              ConnectionFailure.silent(
                  identity.cluster(),
                  identity.kubeconfig(),
                  "its lists have not ended within %d s"
                      .formatted(WorkloadClusterAccess.CONNECTS_WITHIN.toSeconds())),
              now));
    }
  }

  /**
   * No first list yet: told at once, but for who has asked it has been tried only after a
   * judgement.
   */
  private void notConnected(KubeCluster opened, String why) {
    if (retryRequested) {
      checkServer(opened, why);
      return;
    }
    Instant now = clock.instant();
    Optional<KubeException> silence = probeFailure(opened);
    setState(down(silence, why, silence.isPresent() ? now : tried()));
  }

  /**
   * The watches are in trouble. If the server answers they may only be pausing after their last
   * failure, so they are hastened, and count as tried only when that has not helped in a while.
   */
  private void checkServer(KubeCluster opened, String why) {
    Instant now = clock.instant();
    Optional<KubeException> silence = probeFailure(opened);
    long since = hastenedAt == null ? System.nanoTime() : hastenedAt;
    if (silence.isPresent()
        || System.nanoTime() - since >= settings.pacing().gracePeriod().toNanos()) {
      hastenedAt = null;
      setState(down(silence, why, now));
    } else {
      hastenedAt = since;
      opened.informers().retryNow();
    }
  }

  /** Waits, but not on when somebody asks for a try; tells whether the connection is closed. */
  private boolean closed(Duration wait) throws InterruptedException {
    if (wakeups.tryAcquire(wait.toMillis(), TimeUnit.MILLISECONDS)) {
      int _ = wakeups.drainPermits();
      retryRequested |= retryAsked.getAndSet(false);
    }
    return closing;
  }

  private static Optional<String> trouble(KubeCluster opened) {
    return opened.informers().problems().values().stream().findFirst();
  }

  /** What is asked is small, but as many may answer at a time as there are Clusters. */
  private static KubeClient probing(KubeCluster opened) {
    return opened.client().withTimeout(PROBE_TIMEOUT).guardedBy(RequestGuard.NONE);
  }

  /** The watches tell that something is wrong, a request tells what; empty if it is answered. */
  private Optional<KubeException> probeFailure(KubeCluster opened) {
    KubeClient client = probing(opened);
    try {
      Optional<ApiObject> _ =
          settings.watches().nodes()
              ? client.get(BuiltInKinds.NODE, new ObjectKey("", PROBE))
              : client.get(GroupKind.SECRET, new ObjectKey(TokenSecret.NAMESPACE, PROBE));
      return Optional.empty();
    } catch (KubeException failure) {
      return Optional.of(failure);
    }
  }

  private Unreachable down(Optional<KubeException> silence, String trouble, Instant tried) {
    return silence
        .map(failure -> down(failure, tried))
        .orElseGet(
            () ->
                down(
                    ConnectionFailure.ofWatchFailure(
                        identity.cluster(), identity.kubeconfig(), trouble),
                    tried));
  }

  private Unreachable down(KubeException failure, Instant tried) {
    if (failure.getCause() instanceof AddressGate.RefusedAddressException refused) {
      return down(
          ConnectionFailure.ofRefusal(identity.cluster(), identity.kubeconfig(), refused.refused()),
          tried);
    }
    String words = String.valueOf(failure.getMessage());
    ConnectionFailure connectionFailure =
        failure instanceof KubeException.Forbidden
            ? ConnectionFailure.refused(identity.cluster(), identity.kubeconfig(), words)
            : ConnectionFailure.silent(identity.cluster(), identity.kubeconfig(), words);
    return down(connectionFailure, tried);
  }

  private Unreachable down(ConnectionFailure connectionFailure, Instant tried) {
    Instant since = state instanceof Unreachable before ? before.since() : clock.instant();
    return new Unreachable(
        connectionFailure.cause(),
        connectionFailure.message(),
        since,
        tried,
        state.nodes(),
        state.lastSeenTokens());
  }

  private Instant tried() {
    return state instanceof Unreachable before ? before.triedAt() : Instant.EPOCH;
  }

  private void setState(WorkloadClusterState now) {
    if (closing) {
      return; // what failed because we closed it is no news
    }
    WorkloadClusterState before = state;
    state = now;
    boolean awaited = retryRequested;
    retryRequested = false;
    switch (now) {
      case Unreachable down when !down.isSameFailure(before) -> {
        LOG.warn("{} is unreachable: {}", identity.cluster(), down.message());
        listener.reachabilityChanged(identity.cluster());
      }
      case Connected _ when !before.equals(now) -> {
        LOG.info("{} is connected to {}", identity.cluster(), identity.kubeconfig().server());
        listener.reachabilityChanged(identity.cluster());
      }
      case Unreachable _ when awaited -> listener.connectionAttemptFailed(identity.cluster());
      case WorkloadClusterState _ -> {}
    }
  }

  private Optional<ObjectCache> nodes(KubeCluster opened) {
    return settings.watches().nodes()
        ? Optional.of(
            opened
                .informers()
                .cache(BuiltInKinds.NODE, ObjectSelector.everything(), WorkloadNodes.PRUNING))
        : Optional.empty();
  }

  /** None in a cluster that a cloud runs: its machines join by other means than kubeadm. */
  private Optional<ObjectCache> tokens(KubeCluster opened) {
    return settings.watches().tokens() && identity.kubeconfig().grant().isEmpty()
        ? Optional.of(
            opened
                .informers()
                .cache(
                    GroupKind.SECRET, WorkloadTokens.selector(identity.uid()), FieldPruning.of()))
        : Optional.empty();
  }
}
