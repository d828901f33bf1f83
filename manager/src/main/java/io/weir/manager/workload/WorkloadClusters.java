package io.weir.manager.workload;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.kubeadm.CaCertificates;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.engine.watch.WatchFilter;
import io.weir.engine.workload.Cause;
import io.weir.engine.workload.Kubeconfig;
import io.weir.engine.workload.KubeconfigSecret;
import io.weir.engine.workload.KubeconfigVetting;
import io.weir.engine.workload.Vetted;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.RequestListener;
import io.weir.kernel.work.Controller;
import io.weir.kernel.work.Requeue;
import io.weir.manager.objects.Changes;
import io.weir.manager.workload.WorkloadView.Unreachable;
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
 * when the Secret comes, replaced when it changes, closed when it or the Cluster goes. Each
 * connection has a client and caches of its own, so no request can reach another cluster.
 *
 * <p>A Secret that goes closes nothing for a moment, and nothing at all while its Cluster is being
 * deleted: a namespace is deleted with its Secrets first, and the Nodes of its pools remain to be
 * deleted; and a Secret that is replaced by force is away only between two requests.
 */
public final class WorkloadClusters implements Workloads, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WorkloadClusters.class);

  /** How soon a Secret that is not in the cache is read again, at first and later. */
  private static final Duration READ_SOON = Duration.ofSeconds(5);

  private static final Duration READ_AGAIN = Duration.ofMinutes(1);

  private static final String FILTER_LABEL =
      "/metadata/labels/" + Keys.WATCH_FILTER.replace("/", "~1");

  private final ObjectCache clusters;
  private final ObjectCache secrets;
  private final KubeClient management;
  private final WatchFilter filter;
  private final WorkloadSettings settings;
  private final RequestListener requests;
  private final Map<ObjectKey, Entry> entries = new ConcurrentHashMap<>();
  private final Map<ObjectKey, Instant> away = new ConcurrentHashMap<>();
  private final Set<ObjectKey> askedFor = ConcurrentHashMap.newKeySet();
  private final List<WorkloadListener> listeners = new CopyOnWriteArrayList<>();
  private final InstantSource clock;
  private final Instant begun;
  private final Controller controller;

  private sealed interface Entry {
    WorkloadView view();
  }

  private record Live(Connection connection) implements Entry {
    @Override
    public WorkloadView view() {
      return connection.view();
    }
  }

  private record Without(Unreachable view) implements Entry {}

  /**
   * Nothing is opened before the controller starts.
   *
   * @param secrets the Secrets with a cluster label; one without it is read by name
   * @param filter which Clusters are connected to
   * @param requests is told of the requests to workload clusters
   */
  public WorkloadClusters(
      KubeCluster management,
      ObjectCache secrets,
      WatchFilter filter,
      WorkloadSettings settings,
      RequestListener requests,
      InstantSource clock) {
    this.clusters = management.cache(GroupKind.CLUSTER);
    this.secrets = secrets;
    this.management = management.client();
    this.filter = filter;
    this.settings = settings;
    this.requests = requests;
    this.clock = clock;
    this.begun = clock.instant();
    this.controller =
        Controller.named("workload")
            .workers(4)
            .watch(
                clusters,
                cluster -> Set.of(cluster.key()),
                change ->
                    Changes.differs(change, "/metadata/uid")
                        || Changes.differs(change, FILTER_LABEL))
            .watch(secrets, KubeconfigSecret::cluster, change -> Changes.differs(change, "/data"))
            .build(this::reconcile);
  }

  /** To be started and stopped with the others; it alone opens connections. */
  public Controller controller() {
    return controller;
  }

  @Override
  public WorkloadView view(ObjectKey cluster) {
    Entry entry = entries.get(cluster);
    return entry == null
        ? new Unreachable(Cause.CONNECTING, "", begun, begun, WorkloadNodes.NONE, Optional.empty())
        : entry.view();
  }

  @Override
  public void look(ObjectKey cluster) {
    if (entries.get(cluster) instanceof Live(Connection open)) {
      open.look();
    } else {
      askedFor.add(cluster);
      controller.wake(cluster);
    }
  }

  @Override
  public void subscribe(WorkloadListener listener) {
    listeners.add(listener);
  }

  /** Closes all connections; to be called when the controller has stopped. */
  @Override
  public void close() {
    entries.keySet().forEach(key -> end(entries.remove(key)));
  }

  private Requeue reconcile(ObjectKey key) {
    Optional<ApiObject> cluster = clusters.get(key);
    if (cluster.isEmpty()) {
      away.remove(key);
      askedFor.remove(key);
      end(entries.remove(key));
      return Requeue.done();
    }
    if (!filter.admits(cluster.get())) {
      without(key, Cause.NO_KUBECONFIG, filter.told(cluster.get()));
      return Requeue.done();
    }
    ObjectKey name = KubeconfigSecret.of(key);
    Optional<ApiObject> watched = secrets.get(name);
    Optional<ApiObject> secret = watched.or(() -> management.get(GroupKind.SECRET, name));
    if (secret.isEmpty() && entries.get(key) instanceof Live) {
      Duration wait = untilItCounts(key, cluster.get());
      if (wait.isPositive()) {
        return Requeue.after(wait);
      }
    }
    away.remove(key);
    settle(key, cluster.get().uid(), secret);
    if (watched.isPresent()) {
      return Requeue.done();
    }
    return secret.isPresent()
        ? Requeue.after(READ_AGAIN)
        : Requeue.slowly(absent(key, false), READ_SOON, READ_AGAIN);
  }

  /** How long the absence of the Secret of an open connection is to be overlooked still. */
  private Duration untilItCounts(ObjectKey key, ApiObject cluster) {
    Instant now = clock.instant();
    Instant since = away.computeIfAbsent(key, _ -> now);
    return cluster.deleting() ? READ_AGAIN : Duration.between(now, since.plus(settings.grace()));
  }

  private void settle(ObjectKey key, String uid, Optional<ApiObject> secret) {
    Optional<String> text = secret.flatMap(KubeconfigSecret::text);
    if (text.isEmpty()) {
      without(key, Cause.NO_KUBECONFIG, absent(key, secret.isPresent()));
      return;
    }
    switch (KubeconfigVetting.vet(text.get(), CaCertificates::readable)) {
      case Vetted.Accepted(Kubeconfig kubeconfig) ->
          keep(new Connection.Identity(key, uid, kubeconfig));
      case Vetted.Refused refused -> without(key, Cause.REFUSED, named(key, refused.sentence()));
    }
  }

  private void keep(Connection.Identity wanted) {
    Entry before = entries.get(wanted.cluster());
    if (before instanceof Live(Connection open) && open.identity().equals(wanted)) {
      return;
    }
    var connection =
        new Connection(wanted, nodes(before, wanted), settings, requests, new Everyone(), clock);
    entries.put(wanted.cluster(), new Live(connection));
    askedFor.remove(wanted.cluster());
    end(before);
    connection.start();
  }

  /** Nodes of another server are not those of this cluster. */
  private static WorkloadNodes nodes(@Nullable Entry before, Connection.Identity wanted) {
    return before instanceof Live(Connection open)
            && open.identity().kubeconfig().server().equals(wanted.kubeconfig().server())
        ? open.view().nodes()
        : WorkloadNodes.NONE;
  }

  private void without(ObjectKey key, Cause cause, String why) {
    Entry before = entries.get(key);
    WorkloadNodes nodes = before == null ? WorkloadNodes.NONE : before.view().nodes();
    Instant since =
        before != null && before.view() instanceof Unreachable down
            ? down.since()
            : clock.instant();
    Optional<WorkloadTokens> tokens =
        before == null ? Optional.empty() : before.view().tokensSeen();
    var now = new Unreachable(cause, why, since, clock.instant(), nodes, tokens);
    entries.put(key, new Without(now));
    end(before);
    boolean asked = askedFor.remove(key);
    if (before == null || !now.sameAs(before.view())) {
      new Everyone().reachabilityChanged(key);
    } else if (asked) {
      new Everyone().triedInVain(key);
    }
  }

  private static void end(@Nullable Entry entry) {
    if (entry instanceof Live(Connection open)) {
      open.close();
    }
  }

  private static String absent(ObjectKey cluster, boolean secret) {
    ObjectKey name = KubeconfigSecret.of(cluster);
    return secret
        ? "Secret %s has no key %s; put the cluster's kubeconfig there"
            .formatted(name, KubeconfigSecret.VALUE)
        : "there is no Secret %s; create it with the cluster's kubeconfig in the key %s, and with the label %s: %s so that it is noticed at once"
            .formatted(name, KubeconfigSecret.VALUE, Keys.CLUSTER_NAME, cluster.name());
  }

  private static String named(ObjectKey cluster, String what) {
    return "Secret %s, key %s: %s"
        .formatted(KubeconfigSecret.of(cluster), KubeconfigSecret.VALUE, what);
  }

  /** Passes on what a connection tells. */
  private final class Everyone implements WorkloadListener {
    @Override
    public void reachabilityChanged(ObjectKey cluster) {
      tell(listener -> listener.reachabilityChanged(cluster));
    }

    @Override
    public void triedInVain(ObjectKey cluster) {
      tell(listener -> listener.triedInVain(cluster));
    }

    @Override
    public void nodeChanged(
        ObjectKey cluster, Optional<WorkloadNode> before, Optional<WorkloadNode> after) {
      tell(listener -> listener.nodeChanged(cluster, before, after));
    }

    @Override
    public void tokenChanged(ObjectKey cluster, Change change) {
      tell(listener -> listener.tokenChanged(cluster, change));
    }

    /** One listener's fault must neither keep others from hearing nor end the connection. */
    private void tell(Consumer<WorkloadListener> news) {
      for (WorkloadListener listener : listeners) {
        try {
          news.accept(listener);
        } catch (RuntimeException broken) {
          LOG.error("a listener failed", broken);
        }
      }
    }
  }
}
