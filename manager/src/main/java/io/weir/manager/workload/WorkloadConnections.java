package io.weir.manager.workload;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.kubeadm.CaCertificates;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.engine.watch.WatchFilter;
import io.weir.engine.workload.ConnectionFailureCause;
import io.weir.engine.workload.KubeconfigSecret;
import io.weir.engine.workload.KubeconfigVetting;
import io.weir.engine.workload.VettedKubeconfig;
import io.weir.engine.workload.VettingResult;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.CacheBudget;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.RequestListener;
import io.weir.kernel.work.Controller;
import io.weir.kernel.work.Requeue;
import io.weir.manager.objects.ChangePredicates;
import io.weir.manager.objects.SecretRetention;
import io.weir.manager.workload.GrantedKubeconfigs.Answer.Denied;
import io.weir.manager.workload.GrantedKubeconfigs.Answer.Granted;
import io.weir.manager.workload.GrantedKubeconfigs.Answer.Pending;
import io.weir.manager.workload.WorkloadClusterState.Unreachable;
import io.weir.provider.ControlPlaneAccess;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one connection for each Cluster that has a kubeconfig, whoever made the Cluster: opened
 * when the Secret comes, replaced when it changes, closed when it or the Cluster goes. Where there
 * is none that can be used, the cloud of the control plane may grant one for a while. Each
 * connection has a client and caches of its own, so no request can reach another cluster.
 *
 * <p>A Secret that goes closes nothing for a moment, since one that is replaced by force is away
 * only between two requests; and nothing at all while its Cluster or its namespace is being
 * deleted: Secrets go first then, and the Nodes of the pools remain to be deleted.
 */
public final class WorkloadConnections implements WorkloadClusterAccess, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WorkloadConnections.class);

  /** How soon a Secret that is not in the cache is read again, at first and later. */
  private static final Duration FIRST_REREAD = Duration.ofSeconds(5);

  private static final Duration REREAD = Duration.ofMinutes(1);

  private static final String FILTER_LABEL =
      "/metadata/labels/" + MetadataKeys.WATCH_FILTER.replace("/", "~1");

  private final ObjectCache clusters;
  private final ObjectCache secrets;
  private final KubeCluster managementCluster;
  private final KubeClient management;
  private final WatchFilter filter;
  private final WorkloadClusterSettings settings;
  private final RequestListener requests;
  private final CacheBudget memory;
  private final Map<ObjectKey, Entry> entries = new ConcurrentHashMap<>();
  private final Map<ObjectKey, Instant> secretMissingSince = new ConcurrentHashMap<>();
  private final Set<ObjectKey> retryRequested = ConcurrentHashMap.newKeySet();
  private final List<WorkloadClusterListener> listeners = new CopyOnWriteArrayList<>();
  private final InstantSource clock;

  /** Clusters that somebody asked for before their Secret was looked for. */
  private final Map<ObjectKey, Instant> firstAsked = new ConcurrentHashMap<>();

  private final Controller controller;
  private Optional<GrantedKubeconfigs> granted = Optional.empty();

  private sealed interface Entry {
    WorkloadClusterState state();
  }

  private record OpenConnection(WorkloadConnection connection) implements Entry {
    @Override
    public WorkloadClusterState state() {
      return connection.state();
    }
  }

  private record NotConnected(Unreachable state, Optional<CacheBudget.Room> room)
      implements Entry {}

  /**
   * Nothing is opened before the controller starts.
   *
   * @param secrets the Secrets with a cluster label; one without it is read by name
   * @param filter which Clusters are connected to
   * @param requests is told of the requests to workload clusters
   */
  public WorkloadConnections(
      KubeCluster management,
      ObjectCache secrets,
      WatchFilter filter,
      WorkloadClusterSettings settings,
      RequestListener requests,
      InstantSource clock) {
    this.clusters = management.cache(GroupKind.CLUSTER);
    this.secrets = secrets;
    this.managementCluster = management;
    this.management = management.client();
    this.filter = filter;
    this.settings = settings;
    this.requests = requests;
    this.memory = settings.memory().budget();
    this.clock = clock;
    this.controller =
        Controller.named("workload")
            .workers(4)
            .watch(
                clusters,
                cluster -> Set.of(cluster.key()),
                change ->
                    ChangePredicates.hasChanged(change, "/metadata/uid")
                        || ChangePredicates.hasChanged(change, "/spec/controlPlaneRef")
                        || ChangePredicates.hasChanged(change, FILTER_LABEL))
            .watch(
                secrets,
                KubeconfigSecret::clusterKeys,
                change -> ChangePredicates.hasChanged(change, "/data"))
            .build(this::reconcile);
  }

  /**
   * Has clouds grant access to clusters of theirs; to be called once at most, and before the
   * controller starts.
   */
  public void useGrantsOf(List<ControlPlaneAccess> clouds) {
    granted =
        Optional.of(
            new GrantedKubeconfigs(
                managementCluster, clusters, clouds, controller::enqueue, clock));
  }

  /** To be started and stopped with the others; it alone opens connections. */
  public Controller controller() {
    return controller;
  }

  @Override
  public WorkloadClusterState state(ObjectKey cluster) {
    Entry entry = entries.get(cluster);
    return entry == null ? notLookedAt(cluster) : entry.state();
  }

  /** Its Secret is read in a moment, unless that is what fails. */
  private Unreachable notLookedAt(ObjectKey cluster) {
    Instant now = clock.instant();
    Instant since = firstAsked.computeIfAbsent(cluster, _ -> now);
    boolean late = !now.isBefore(since.plus(CONNECTS_WITHIN));
    return new Unreachable(
        late ? ConnectionFailureCause.NO_KUBECONFIG : ConnectionFailureCause.CONNECTING,
        late
            ? "Secret %s has not been read within %d s; the manager must be able to list Clusters and Secrets"
                .formatted(KubeconfigSecret.key(cluster), CONNECTS_WITHIN.toSeconds())
            : "",
        since,
        since,
        WorkloadNodes.NONE,
        Optional.empty());
  }

  @Override
  public Duration clockAhead(ObjectKey cluster) {
    return entries.get(cluster) instanceof OpenConnection(WorkloadConnection open)
        ? open.clockAhead()
        : Duration.ZERO;
  }

  @Override
  public void retryConnection(ObjectKey cluster) {
    if (entries.get(cluster) instanceof OpenConnection(WorkloadConnection open)) {
      open.retryNow();
    } else {
      retryRequested.add(cluster);
      controller.enqueue(cluster);
    }
  }

  @Override
  public void subscribe(WorkloadClusterListener listener) {
    listeners.add(listener);
  }

  /** Closes all connections; to be called when the controller has stopped. */
  @Override
  public void close() {
    entries.keySet().forEach(key -> forget(entries.remove(key)));
  }

  private Requeue reconcile(ObjectKey key) {
    Optional<ApiObject> cluster = clusters.get(key);
    if (cluster.isEmpty()) {
      secretMissingSince.remove(key);
      retryRequested.remove(key);
      firstAsked.remove(key);
      granted.ifPresent(clouds -> clouds.forget(key));
      forget(entries.remove(key));
      return Requeue.done();
    }
    giveUpMemory(key);
    if (!filter.admits(cluster.get())) {
      setNotConnected(
          key, ConnectionFailureCause.NO_KUBECONFIG, filter.notAdmittedMessage(cluster.get()));
      return Requeue.done();
    }
    ObjectKey name = KubeconfigSecret.key(key);
    Optional<ApiObject> watched = SecretRetention.whole(secrets.get(name), management);
    Optional<ApiObject> secret = watched.or(() -> management.get(GroupKind.SECRET, name));
    Optional<VettingResult> kubeconfig =
        secret
            .flatMap(KubeconfigSecret::text)
            .map(text -> KubeconfigVetting.vet(text, CaCertificates::readable));
    Optional<GrantedKubeconfigs.Answer> fromCloud = granted(cluster.get(), kubeconfig);
    if (fromCloud.isPresent()) {
      secretMissingSince.remove(key);
      return settle(key, cluster.get().uid(), fromCloud.get());
    }
    if (secret.isEmpty() && entries.get(key) instanceof OpenConnection) {
      Duration wait = absenceGracePeriodLeft(key, cluster.get());
      if (wait.isPositive()) {
        return Requeue.after(wait);
      }
    }
    secretMissingSince.remove(key);
    settle(key, cluster.get().uid(), secret.isPresent(), kubeconfig);
    if (watched.isPresent()) {
      return Requeue.done();
    }
    return secret.isPresent()
        ? Requeue.after(REREAD)
        : Requeue.backoffBetween(absent(key, false), FIRST_REREAD, REREAD);
  }

  /** How long the absence of the Secret of an open connection is to be overlooked still. */
  private Duration absenceGracePeriodLeft(ObjectKey key, ApiObject cluster) {
    if (cluster.isDeleting()) {
      return REREAD;
    }
    Instant now = clock.instant();
    Instant since = secretMissingSince.computeIfAbsent(key, _ -> now);
    Duration left = Duration.between(now, since.plus(settings.pacing().gracePeriod()));
    return left.isPositive() || !isNamespaceDeleting(key.namespace()) ? left : REREAD;
  }

  /** Its Cluster's turn may come long after that of its Secrets. */
  private boolean isNamespaceDeleting(String namespace) {
    try {
      return management
          .get(BuiltInKinds.NAMESPACE, new ObjectKey("", namespace))
          .filter(ApiObject::isDeleting)
          .isPresent();
    } catch (KubeException.Forbidden _) {
      return false;
    }
  }

  /** Where the Secret gives none, or one that would have a program ask the cloud. */
  private Optional<GrantedKubeconfigs.Answer> granted(
      ApiObject cluster, Optional<VettingResult> kubeconfig) {
    boolean own =
        kubeconfig
            .filter(
                vetted ->
                    !(vetted instanceof VettingResult.Refused refused && refused.runsProgram()))
            .isPresent();
    if (own) {
      granted.ifPresent(clouds -> clouds.forget(cluster.key()));
      return Optional.empty();
    }
    return granted.flatMap(clouds -> clouds.of(cluster));
  }

  private Requeue settle(ObjectKey key, String uid, GrantedKubeconfigs.Answer fromCloud) {
    return switch (fromCloud) {
      case Granted(VettedKubeconfig kubeconfig, Duration askAgain) -> {
        keepConnected(new WorkloadConnection.Identity(key, uid, kubeconfig));
        yield Requeue.after(askAgain);
      }
      case Denied(String why) -> {
        setNotConnected(
            key,
            ConnectionFailureCause.NO_KUBECONFIG,
            "%s; or put a kubeconfig with credentials into Secret %s, key %s"
                .formatted(why, KubeconfigSecret.key(key), KubeconfigSecret.VALUE));
        yield Requeue.backoffBetween(why, FIRST_REREAD, REREAD);
      }
      case Pending(Duration askAgain) -> Requeue.after(askAgain);
    };
  }

  private void settle(
      ObjectKey key, String uid, boolean secret, Optional<VettingResult> kubeconfig) {
    if (kubeconfig.isEmpty()) {
      setNotConnected(key, ConnectionFailureCause.NO_KUBECONFIG, absent(key, secret));
      return;
    }
    switch (kubeconfig.get()) {
      case VettingResult.Accepted(VettedKubeconfig vettedKubeconfig) ->
          keepConnected(new WorkloadConnection.Identity(key, uid, vettedKubeconfig));
      case VettingResult.Refused refused ->
          setNotConnected(key, ConnectionFailureCause.REFUSED, named(key, refused.message()));
    }
  }

  private void keepConnected(WorkloadConnection.Identity wanted) {
    Entry before = entries.get(wanted.cluster());
    if (before instanceof OpenConnection(WorkloadConnection open)
        && open.identity().equals(wanted)) {
      return;
    }
    var workloadConnection =
        new WorkloadConnection(
            wanted,
            nodes(before, wanted),
            wake -> openRoom(wanted.cluster(), wake),
            settings,
            requests,
            new ListenerFanOut(),
            clock);
    entries.put(wanted.cluster(), new OpenConnection(workloadConnection));
    firstAsked.remove(wanted.cluster());
    retryRequested.remove(wanted.cluster());
    Optional<CacheBudget.Room> seen = end(before);
    if (isSameServer(before, wanted)) {
      workloadConnection.adopt(seen);
    } else {
      seen.ifPresent(CacheBudget.Room::close);
    }
    workloadConnection.start();
  }

  /** Nodes of another server are not those of this cluster. */
  private static WorkloadNodes nodes(@Nullable Entry before, WorkloadConnection.Identity wanted) {
    return before != null && isSameServer(before, wanted)
        ? before.state().nodes()
        : WorkloadNodes.NONE;
  }

  private static boolean isSameServer(@Nullable Entry before, WorkloadConnection.Identity wanted) {
    return before instanceof OpenConnection(WorkloadConnection open)
        && open.identity().kubeconfig().server().equals(wanted.kubeconfig().server());
  }

  private CacheBudget.Room openRoom(ObjectKey cluster, Runnable wake) {
    return memory.open(
        cluster,
        () -> {
          wake.run();
          controller.enqueue(cluster); // what is known may have outlived its connection
        });
  }

  /** An open connection does so itself. */
  private void giveUpMemory(ObjectKey key) {
    if (entries.get(key) instanceof NotConnected(Unreachable state, Optional<CacheBudget.Room> room)
        && room.flatMap(CacheBudget.Room::shortage).isPresent()) {
      entries.put(key, new NotConnected(state.forgetting(), Optional.empty()));
      room.get().close();
    }
  }

  private void setNotConnected(
      ObjectKey key, ConnectionFailureCause connectionFailureCause, String why) {
    Entry before = entries.get(key);
    WorkloadNodes nodes = before == null ? WorkloadNodes.NONE : before.state().nodes();
    Instant since =
        before != null && before.state() instanceof Unreachable down
            ? down.since()
            : clock.instant();
    Optional<WorkloadTokens> tokens =
        before == null ? Optional.empty() : before.state().lastSeenTokens();
    var now = new Unreachable(connectionFailureCause, why, since, clock.instant(), nodes, tokens);
    entries.put(key, new NotConnected(now, Optional.empty()));
    entries.put(key, new NotConnected(now, end(before)));
    firstAsked.remove(key);
    boolean asked = retryRequested.remove(key);
    if (before == null || !now.isSameFailure(before.state())) {
      new ListenerFanOut().reachabilityChanged(key);
    } else if (asked) {
      new ListenerFanOut().connectionAttemptFailed(key);
    }
  }

  /** Closes it; returns the room of what is still known. */
  private static Optional<CacheBudget.Room> end(@Nullable Entry entry) {
    return switch (entry) {
      case OpenConnection(WorkloadConnection open) -> {
        open.close();
        yield open.seenRoom();
      }
      case NotConnected(Unreachable _, Optional<CacheBudget.Room> room) -> room;
      case null -> Optional.empty();
    };
  }

  private static void forget(@Nullable Entry entry) {
    end(entry).ifPresent(CacheBudget.Room::close);
  }

  private static String absent(ObjectKey cluster, boolean secret) {
    ObjectKey name = KubeconfigSecret.key(cluster);
    return secret
        ? "Secret %s has no key %s; put the cluster's kubeconfig there"
            .formatted(name, KubeconfigSecret.VALUE)
        : "there is no Secret %s; create it with the cluster's kubeconfig in the key %s, and with the label %s: %s so that it is noticed at once"
            .formatted(name, KubeconfigSecret.VALUE, MetadataKeys.CLUSTER_NAME, cluster.name());
  }

  private static String named(ObjectKey cluster, String what) {
    return "Secret %s, key %s: %s"
        .formatted(KubeconfigSecret.key(cluster), KubeconfigSecret.VALUE, what);
  }

  /** Passes on what a connection tells. */
  private final class ListenerFanOut implements WorkloadClusterListener {
    @Override
    public void reachabilityChanged(ObjectKey cluster) {
      forEachListener(listener -> listener.reachabilityChanged(cluster));
    }

    @Override
    public void connectionAttemptFailed(ObjectKey cluster) {
      forEachListener(listener -> listener.connectionAttemptFailed(cluster));
    }

    @Override
    public void requestsHeldBack(ObjectKey cluster, String why) {
      forEachListener(listener -> listener.requestsHeldBack(cluster, why));
    }

    @Override
    public void requestsAnswered(ObjectKey cluster) {
      forEachListener(listener -> listener.requestsAnswered(cluster));
    }

    @Override
    public void nodeLabelsChanged(ObjectKey cluster) {
      forEachListener(listener -> listener.nodeLabelsChanged(cluster));
    }

    @Override
    public void nodeChanged(
        ObjectKey cluster, Optional<WorkloadNode> before, Optional<WorkloadNode> after) {
      forEachListener(listener -> listener.nodeChanged(cluster, before, after));
    }

    @Override
    public void tokenChanged(ObjectKey cluster, Change change) {
      forEachListener(listener -> listener.tokenChanged(cluster, change));
    }

    /** One listener's fault must neither keep others from hearing nor end the connection. */
    private void forEachListener(Consumer<WorkloadClusterListener> activity) {
      for (WorkloadClusterListener listener : listeners) {
        try {
          activity.accept(listener);
        } catch (RuntimeException | Error broken) {
          LOG.error("a listener failed", broken);
        }
      }
    }
  }
}
