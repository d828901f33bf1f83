package io.weir.clouds.node.pods;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.node.host.Console;
import io.weir.clouds.node.host.Host;
import io.weir.clouds.node.watch.ListWatch;
import io.weir.clouds.node.wire.ApiClient;
import io.weir.clouds.node.wire.ApiClientFactory;
import io.weir.clouds.node.wire.Kubeconfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Knows the pods that are bound to nodes of a cluster, and tells each node of its own. Real
 * kubelets watch for themselves; here one watch does for all, so that machines cost the API server
 * nothing while they have no pods.
 */
public final class ClusterPods implements AutoCloseable {
  /** Without those that wait for a node. */
  private static final String BOUND = "/api/v1/pods?fieldSelector=spec.nodeName!%3D";

  private final Host host = new Host(new Console());
  private final ApiClient lists;
  private final ApiClient watches;
  private final Thread thread;
  private final Map<String, Pod> pods = new HashMap<>();
  private final Map<String, NodePods> nodes = new HashMap<>();

  private ClusterPods(Kubeconfig cluster, ApiClientFactory apiClientFactory, Duration retry) {
    this.lists = apiClientFactory.newClient(cluster.server(), cluster.trust(), cluster.identity());
    this.watches =
        apiClientFactory.newClient(cluster.server(), cluster.trust(), cluster.identity());
    var listWatch = new ListWatch(BOUND, lists, watches, this::present, this::gone);
    this.thread =
        Thread.ofVirtual()
            .name("pods")
            .unstarted(
                () -> {
                  try {
                    listWatch.run(host, retry);
                  } catch (InterruptedException e) {
                    // Closed.
                  }
                });
  }

  /**
   * Starts to watch; it keeps trying while the API server is away. The caller closes it.
   *
   * @param kubeconfig of somebody who may watch all pods; credentials inline
   * @param retry the pause before what failed is tried again
   */
  public static ClusterPods start(
      String kubeconfig, ApiClientFactory apiClientFactory, Duration retry) {
    var clusterPods = new ClusterPods(Kubeconfig.parse(kubeconfig), apiClientFactory, retry);
    clusterPods.thread.start();
    return clusterPods;
  }

  /** A node tells from now on what becomes of its pods, those that it has already included. */
  public synchronized void attach(NodePods node) {
    nodes.put(node.nodeName(), node);
    pods.values().stream().filter(pod -> pod.nodeName().equals(node.nodeName())).forEach(node::see);
  }

  /** A node has stopped; its pods stay as they are. */
  public synchronized void detach(NodePods node) {
    nodes.remove(node.nodeName(), node);
  }

  private synchronized void present(JsonNode object) {
    Pod pod = Pod.of(object);
    Pod before = pods.put(ListWatch.key(object), pod);
    if (before != null && !before.uid().equals(pod.uid())) {
      tellGone(before);
    }
    NodePods node = nodes.get(pod.nodeName());
    if (node != null) {
      node.see(pod);
    }
  }

  private synchronized void gone(String key) {
    Pod pod = pods.remove(key);
    if (pod != null) {
      tellGone(pod);
    }
  }

  private void tellGone(Pod pod) {
    NodePods node = nodes.get(pod.nodeName());
    if (node != null) {
      node.gone(pod);
    }
  }

  /** Stops watching. */
  @Override
  public void close() {
    host.powerOff();
    watches.close();
    lists.close();
    thread.interrupt();
  }
}
