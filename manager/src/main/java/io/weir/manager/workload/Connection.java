package io.weir.manager.workload;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.engine.workload.Cause;
import io.weir.engine.workload.Kubeconfig;
import io.weir.engine.workload.Outage;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.Pruning;
import io.weir.kernel.kube.BuiltIns;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.LabelSelector;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.workload.WorkloadView.Connected;
import io.weir.manager.workload.WorkloadView.Unreachable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to one workload cluster by one kubeconfig, from its first try until it is closed.
 * A thread of its own tries, waits and looks; no one else ever waits for the cluster.
 */
final class Connection implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(10);

  /** Asked for to see whether the account is accepted; no such Node exists. */
  private static final ObjectKey PROBE = new ObjectKey("", "weir-probe");

  private final Identity identity;
  private final WorkloadSettings settings;
  private final RequestListener requests;
  private final WorkloadListener listener;
  private final InstantSource clock;
  private final Semaphore calls = new Semaphore(0);
  private final Thread thread;
  private volatile boolean closing;
  private volatile WorkloadView view;

  /** Somebody waits for a try. Like what follows, the thread's own. */
  private boolean asked;

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
  record Identity(ObjectKey cluster, String uid, Kubeconfig kubeconfig) {}

  /** Begins to connect, in the background. */
  Connection(
      Identity identity,
      WorkloadNodes seenBefore,
      WorkloadSettings settings,
      RequestListener requests,
      WorkloadListener listener,
      InstantSource clock) {
    this.identity = identity;
    this.settings = settings;
    this.requests = requests;
    this.listener = listener;
    this.clock = clock;
    Instant now = clock.instant();
    this.view = new Unreachable(Cause.CONNECTING, "", now, now, seenBefore, Optional.empty());
    this.thread = Thread.ofVirtual().name("workload-" + identity.cluster()).unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  Identity identity() {
    return identity;
  }

  WorkloadView view() {
    return view;
  }

  /** Has the thread try now. */
  void look() {
    calls.release();
  }

  /** Ends watches and connections; what is known stays readable. */
  @Override
  public void close() {
    closing = true;
    calls.release();
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
      while (!live()) {
        release();
        if (closed(settings.longestPause())) {
          return;
        }
      }
    } catch (InterruptedException _) {
      LOG.debug("{}: the connection is closed", identity.cluster());
    }
  }

  /** Tells whether that was all; not if it could not begin, or ended by a fault of ours. */
  private boolean live() throws InterruptedException {
    try {
      Optional<KubeCluster> opened = open();
      if (opened.isEmpty()) {
        return false;
      }
      Connected up = connect(opened.get());
      become(up);
      subscribe(opened.get());
      follow(opened.get(), up);
      return true;
    } catch (RuntimeException unexpected) {
      LOG.error("{}: the connection failed", identity.cluster(), unexpected);
      become(down(Outage.unexpected(identity.cluster()), clock.instant()));
      return false;
    }
  }

  /** Nothing is sent yet, but keys and certificates are read. */
  private Optional<KubeCluster> open() {
    try {
      KubeCluster made =
          KubeCluster.connectBuiltIns(
              KubeConfigs.fromText(identity.kubeconfig().text(), "workload"),
              settings.watches(),
              requests);
      cluster = made;
      return Optional.of(made);
    } catch (RuntimeException unusable) {
      become(down(Outage.unusable(identity.cluster(), unusable), clock.instant()));
      return Optional.empty();
    }
  }

  private Connected connect(KubeCluster opened) throws InterruptedException {
    for (int failures = 1; ; failures++) {
      Instant now = clock.instant();
      try {
        String version = opened.client().within(PROBE_TIMEOUT).serverVersion();
        return connected(opened, version);
      } catch (KubeException failure) {
        become(down(failure, now));
        if (closed(settings.pauses().nominal(failures))) {
          throw new InterruptedException();
        }
      }
    }
  }

  /** Begins the watches and waits for their first lists. */
  private Connected connected(KubeCluster opened, String version) throws InterruptedException {
    ObjectCache nodes = nodes(opened);
    ObjectCache tokens = tokens(opened);
    while (!nodes.awaitSynced(settings.look()) || !tokens.awaitSynced(settings.look())) {
      trouble(opened).ifPresent(why -> hindered(opened, why));
      if (closed(Duration.ZERO)) {
        throw new InterruptedException();
      }
    }
    return new Connected(
        WorkloadNodes.in(nodes),
        new WorkloadTokens(tokens, identity.uid()),
        opened.client(),
        identity.kubeconfig(),
        version);
  }

  private void subscribe(KubeCluster opened) {
    var _ = nodes(opened).subscribe(new NodeNews(identity.cluster(), listener));
    var _ = tokens(opened).subscribe(change -> listener.tokenChanged(identity.cluster(), change));
  }

  /** Looks in memory whether the watches work, and says so when that has changed for a while. */
  private void follow(KubeCluster opened, Connected up) throws InterruptedException {
    long workedAt = System.nanoTime();
    while (!closed(settings.look())) {
      Optional<String> why = trouble(opened);
      long now = System.nanoTime();
      if (why.isEmpty()) {
        workedAt = now;
        hastenedAt = null;
        become(up);
      } else if (view.equals(up) ? now - workedAt >= settings.grace().toNanos() : asked) {
        judge(opened, why.get());
      }
    }
  }

  /**
   * No first list yet: told at once, but for who has asked it has been tried only after a
   * judgement.
   */
  private void hindered(KubeCluster opened, String why) {
    if (asked) {
      judge(opened, why);
      return;
    }
    Instant now = clock.instant();
    Optional<KubeException> silence = silence(opened);
    become(down(silence, why, silence.isPresent() ? now : tried()));
  }

  /**
   * The watches are in trouble. If the server answers they may only be pausing after their last
   * failure, so they are hastened, and count as tried only when that has not helped in a while.
   */
  private void judge(KubeCluster opened, String why) {
    Instant now = clock.instant();
    Optional<KubeException> silence = silence(opened);
    long since = hastenedAt == null ? System.nanoTime() : hastenedAt;
    if (silence.isPresent() || System.nanoTime() - since >= settings.grace().toNanos()) {
      hastenedAt = null;
      become(down(silence, why, now));
    } else {
      hastenedAt = since;
      opened.informers().hasten();
    }
  }

  /** Waits, but not on when somebody asks for a try; tells whether the connection is closed. */
  private boolean closed(Duration wait) throws InterruptedException {
    if (calls.tryAcquire(wait.toMillis(), TimeUnit.MILLISECONDS)) {
      int _ = calls.drainPermits();
      asked = true;
    }
    return closing;
  }

  private static Optional<String> trouble(KubeCluster opened) {
    return opened.informers().troubles().values().stream().findFirst();
  }

  /** The watches tell that something is wrong, a request tells what; empty if it is answered. */
  private static Optional<KubeException> silence(KubeCluster opened) {
    try {
      Optional<ApiObject> _ = opened.client().within(PROBE_TIMEOUT).get(BuiltIns.NODE, PROBE);
      return Optional.empty();
    } catch (KubeException failure) {
      return Optional.of(failure);
    }
  }

  private Unreachable down(Optional<KubeException> silence, String trouble, Instant tried) {
    return silence
        .map(failure -> down(failure, tried))
        .orElseGet(
            () -> down(Outage.ofWatch(identity.cluster(), identity.kubeconfig(), trouble), tried));
  }

  private Unreachable down(KubeException failure, Instant tried) {
    String words = String.valueOf(failure.getMessage());
    Outage outage =
        failure instanceof KubeException.Forbidden
            ? Outage.refused(identity.cluster(), identity.kubeconfig(), words)
            : Outage.silent(identity.cluster(), identity.kubeconfig(), words);
    return down(outage, tried);
  }

  private Unreachable down(Outage outage, Instant tried) {
    Instant since = view instanceof Unreachable before ? before.since() : clock.instant();
    return new Unreachable(
        outage.cause(), outage.why(), since, tried, view.nodes(), view.tokensSeen());
  }

  private Instant tried() {
    return view instanceof Unreachable before ? before.tried() : Instant.EPOCH;
  }

  private void become(WorkloadView now) {
    if (closing) {
      return; // what failed because we closed it is no news
    }
    WorkloadView before = view;
    view = now;
    boolean awaited = asked;
    asked = false;
    switch (now) {
      case Unreachable down when !down.sameAs(before) -> {
        LOG.warn("{} is unreachable: {}", identity.cluster(), down.why());
        listener.reachabilityChanged(identity.cluster());
      }
      case Connected _ when !before.equals(now) -> {
        LOG.info("{} is connected to {}", identity.cluster(), identity.kubeconfig().server());
        listener.reachabilityChanged(identity.cluster());
      }
      case Unreachable _ when awaited -> listener.triedInVain(identity.cluster());
      case WorkloadView _ -> {}
    }
  }

  private static ObjectCache nodes(KubeCluster opened) {
    return opened
        .informers()
        .cache(BuiltIns.NODE, LabelSelector.everything(), WorkloadNodes.PRUNING);
  }

  private ObjectCache tokens(KubeCluster opened) {
    return opened
        .informers()
        .cache(GroupKind.SECRET, WorkloadTokens.selector(identity.uid()), Pruning.of());
  }
}
