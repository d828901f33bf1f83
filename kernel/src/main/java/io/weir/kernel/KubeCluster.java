package io.weir.kernel;

import io.fabric8.kubernetes.client.Config;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.kernel.cache.Informers;
import io.weir.kernel.cache.KindRegistry;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.kube.CrdSearch;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeHttp;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.kube.RequestListener;
import io.weir.kernel.kube.Usernames;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * One API server as this process sees it: a connection, a client, caches that show the client's own
 * writes at once.
 */
public final class KubeCluster implements AutoCloseable {

  private final KubeHttp http;
  private final Informers informers;
  private final KubeClient client;
  private final WatchSettings settings;
  private final Optional<String> username;
  private final Runnable disconnect;

  /** Views of single namespaces. */
  private final List<KubeCluster> views = new CopyOnWriteArrayList<>();

  private KubeCluster(
      KubeHttp http,
      Informers informers,
      WatchSettings settings,
      Optional<String> username,
      Runnable disconnect) {
    this.http = http;
    this.username = username;
    this.informers = informers;
    this.settings = settings;
    this.disconnect = disconnect;
    this.client = new KubeClient(http, informers.kinds(), informers::applyWriteResponse);
  }

  /** A cluster whose custom kinds are looked up, by a watch of its CRDs that begins at once. */
  public static KubeCluster connect(
      Config config, WatchSettings settings, RequestListener listener) {
    KubeCluster cluster = connectAtRest(config, settings, listener);
    cluster.informers.followCrds();
    return cluster;
  }

  /** The same, of which nothing is watched until {@link Informers#followCrds}. */
  public static KubeCluster connectAtRest(
      Config config, WatchSettings settings, RequestListener listener) {
    KubeHttp http = KubeHttp.connect(config, listener);
    return new KubeCluster(
        http, Informers.ofAllKinds(http, settings), settings, Usernames.of(config), http::close);
  }

  /** A cluster of which only Kubernetes' own kinds are used, such as a workload cluster. */
  public static KubeCluster connectBuiltIns(
      Config config, WatchSettings settings, RequestListener listener) {
    return connectBuiltIns(config, settings, listener, InstantSource.system());
  }

  /** The same in a process with that clock. */
  public static KubeCluster connectBuiltIns(
      Config config, WatchSettings settings, RequestListener listener, InstantSource local) {
    KubeHttp http = KubeHttp.connect(config, listener, local);
    return new KubeCluster(
        http, Informers.ofBuiltIns(http, settings), settings, Usernames.of(config), http::close);
  }

  /**
   * Kubernetes' own kinds in one namespace, whatever this looks at, over the same connection, which
   * ends with this and not with the view.
   */
  public KubeCluster inNamespace(String namespace) {
    WatchSettings there = settings.inNamespace(namespace);
    var view = new KubeCluster(http, Informers.ofBuiltIns(http, there), there, username, () -> {});
    views.add(view);
    return view;
  }

  /**
   * Puts in doubt what lists have shown that began before that moment, here and in views, and lists
   * it again, as {@link Informers#listAnew} does.
   *
   * @param since by {@link System#nanoTime}
   */
  public void listAnew(long since) {
    informers.listAnew(since);
    views.forEach(view -> view.listAnew(since));
  }

  /** Who this process is for the API server; empty where only the server can tell. */
  public Optional<String> username() {
    return username;
  }

  /** Single reads and writes. */
  public KubeClient client() {
    return client;
  }

  /** The watches. */
  public Informers informers() {
    return informers;
  }

  /**
   * The CRD of a kind, past every cache; empty if there is none.
   *
   * @param limit of each of up to a few requests
   */
  public Optional<ApiObject> findCrd(GroupKind kind, Duration limit) {
    return new CrdSearch(http, client.withTimeout(limit), limit).find(kind);
  }

  /** Which kinds there are. */
  public KindRegistry kinds() {
    return informers.kinds();
  }

  /** The cache of a kind; its watch begins with the first call. */
  public ObjectCache cache(GroupKind kind) {
    return informers.cache(kind);
  }

  /** The cache of the selected objects of a kind; its watch begins with the first call. */
  public ObjectCache cache(GroupKind kind, ObjectSelector selector) {
    return informers.cache(kind, selector);
  }

  /** Ends the watches and closes the connections. */
  @Override
  public void close() {
    informers.close();
    disconnect.run();
  }
}
