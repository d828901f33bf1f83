package io.weir.clouds.node.pods;

import io.weir.clouds.node.host.Host;
import io.weir.clouds.node.wire.ApiClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The pods of one node, each on a virtual thread of its own. */
public final class NodePods implements AutoCloseable {
  private final String nodeName;
  private final String hostAddress;
  private final ApiClient client;
  private final Host host;
  private final Duration retry;
  private final Map<String, PodLife> lives = new HashMap<>();
  private final Map<PodLife, Thread> threads = new HashMap<>();
  private boolean closed;

  /**
   * The pods of a node, none yet.
   *
   * @param client asks as the node
   * @param retry the pause before what failed is tried again
   */
  public NodePods(
      String nodeName, String hostAddress, ApiClient client, Host host, Duration retry) {
    this.nodeName = nodeName;
    this.hostAddress = hostAddress;
    this.client = client;
    this.host = host;
    this.retry = retry;
  }

  String nodeName() {
    return nodeName;
  }

  /** A pod is bound to this node, or has changed. */
  synchronized void see(Pod pod) {
    if (!closed) {
      lives.computeIfAbsent(pod.uid(), _ -> begin(pod)).see(pod);
    }
  }

  private PodLife begin(Pod pod) {
    var life = new PodLife(client, host, hostAddress, retry);
    threads.put(
        life,
        Thread.ofVirtual()
            .name("pod-" + pod.namespace() + "-" + pod.name())
            .start(
                () -> {
                  try {
                    life.run();
                  } catch (InterruptedException e) {
                    // The machine has no power any more.
                  }
                }));
    return life;
  }

  /** It is not there any more. */
  synchronized void gone(Pod pod) {
    PodLife life = lives.remove(pod.uid());
    if (life != null) {
      threads.remove(life);
      life.end();
    }
  }

  /** Stops at once and says nothing to anyone, as a machine without power. */
  @Override
  public synchronized void close() {
    closed = true;
    threads.values().forEach(Thread::interrupt);
    threads.clear();
    lives.clear();
  }
}
