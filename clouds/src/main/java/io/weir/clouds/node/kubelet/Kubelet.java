package io.weir.clouds.node.kubelet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.node.host.Host;
import io.weir.clouds.node.kubeadm.ClusterAccess;
import io.weir.clouds.node.kubeadm.JoinException;
import io.weir.clouds.node.kubeadm.JoinFailure;
import io.weir.clouds.node.pods.NodePods;
import io.weir.clouds.node.wire.ApiClient;
import io.weir.clouds.node.wire.ApiClientFactory;
import io.weir.clouds.node.wire.ApiException;
import io.weir.clouds.node.wire.ClientIdentity;
import io.weir.clouds.node.wire.Kubeconfig;
import io.weir.clouds.node.wire.ServerTrust;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** One node's kubelet, from its first certificate on. Everything runs on the caller's thread. */
public final class Kubelet implements AutoCloseable {
  private static final String NODES = "/api/v1/nodes";
  private static final String PROGRAM = "kubelet";

  private final NodeIdentity node;
  private final Host host;
  private final KubeletTimes times;
  private final ApiClient client;
  private final Kubeconfig credentials;
  private final boolean readyBefore;

  private Kubelet(
      NodeIdentity node,
      Host host,
      KubeletTimes times,
      ApiClient client,
      Kubeconfig credentials,
      boolean readyBefore) {
    this.node = node;
    this.host = host;
    this.times = times;
    this.client = client;
    this.credentials = credentials;
    this.readyBefore = readyBefore;
  }

  /**
   * Bootstraps a kubelet as kubeadm does, which first checks that its name is free; otherwise as
   * {@link #bootstrap}.
   */
  public static Kubelet join(
      NodeIdentity node,
      ClusterAccess access,
      ApiClientFactory apiClientFactory,
      Host host,
      KubeletTimes times)
      throws JoinException, InterruptedException {
    return bootstrap(node, access, apiClientFactory, host, times, true);
  }

  /**
   * Bootstraps a kubelet: gets its certificate and registers its Node, not Ready yet. A Node of the
   * name that is there becomes its own.
   *
   * @param access the way to the API server, with the bootstrap identity
   * @return the running kubelet; the caller closes it
   */
  public static Kubelet bootstrap(
      NodeIdentity node,
      ClusterAccess access,
      ApiClientFactory apiClientFactory,
      Host host,
      KubeletTimes times)
      throws JoinException, InterruptedException {
    return bootstrap(node, access, apiClientFactory, host, times, false);
  }

  private static Kubelet bootstrap(
      NodeIdentity node,
      ClusterAccess access,
      ApiClientFactory apiClientFactory,
      Host host,
      KubeletTimes times,
      boolean nameMustBeFree)
      throws JoinException, InterruptedException {
    Optional<String> refusal = node.startError();
    if (refusal.isPresent()) {
      throw new JoinException(JoinFailure.CONFIGURATION, refusal.get());
    }
    long deadline = System.nanoTime() + times.bootstrapTimeout().toNanos();
    ClientIdentity.Certificate certificate;
    try (ApiClient bootstrap =
        apiClientFactory.newClient(access.server(), access.trust(), access.identity())) {
      if (nameMustBeFree) {
        new NodeNameCheck(bootstrap, host, times.retry(), deadline).check(node.nodeName());
      }
      certificate =
          new TlsBootstrap(bootstrap, host, times.retry(), deadline).obtain(node.nodeName());
    }
    ApiClient client = apiClientFactory.newClient(access.server(), access.trust(), certificate);
    List<X509Certificate> authorities =
        access.trust() instanceof ServerTrust.Authorities(var certificates)
            ? certificates
            : List.of();
    var credentials = new Kubeconfig(access.server(), authorities, certificate);
    var kubelet = new Kubelet(node, host, times, client, credentials, false);
    try {
      kubelet.register(deadline);
      return kubelet;
    } catch (JoinException | InterruptedException e) {
      kubelet.close();
      throw e;
    }
  }

  private void register(long deadline) throws JoinException, InterruptedException {
    while (true) {
      String trouble;
      try {
        client.create(NODES, NodeObject.forRegistration(node, Instant.now()));
        host.log(PROGRAM, "registered node " + node.nodeName());
        return;
      } catch (ApiException e) {
        if (e.isConflict()) {
          trouble = takeOver();
          if (trouble.isEmpty()) {
            return;
          }
        } else {
          trouble = e.getMessage();
        }
      } catch (IOException e) {
        trouble = String.valueOf(e.getMessage());
      }
      if (System.nanoTime() + times.retry().toNanos() >= deadline) {
        throw new JoinException(
            JoinFailure.NODE_REFUSED, "cannot register node " + node.nodeName() + ": " + trouble);
      }
      host.log(PROGRAM, "cannot register node " + node.nodeName() + ": " + trouble);
      host.pause(times.retry());
    }
  }

  /** A Node of this name is there: its own labels and its status become this machine's. */
  private String takeOver() throws InterruptedException {
    try {
      ObjectNode labels = JsonNodeFactory.instance.objectNode();
      NodeObject.kubeletLabels(node).forEach(labels.putObject("metadata").putObject("labels")::put);
      client.patch(path(), labels);
      ObjectNode status = JsonNodeFactory.instance.objectNode();
      status.set("status", NodeStatus.initial(node, Instant.now()));
      client.patch(path() + "/status", status);
      host.log(PROGRAM, "node " + node.nodeName() + " was registered before, using it");
      return "";
    } catch (ApiException | IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /**
   * Goes on as a node that has joined before and was Ready, with the file that its kubelet left.
   *
   * @return the running kubelet; the caller closes it
   */
  public static Kubelet resume(
      NodeIdentity node,
      Kubeconfig left,
      ApiClientFactory apiClientFactory,
      Host host,
      KubeletTimes times) {
    ApiClient client = apiClientFactory.newClient(left.server(), left.trust(), left.identity());
    return new Kubelet(node, host, times, client, left, true);
  }

  /** The file by which it goes on after a restart, with its certificate and key. */
  public String kubeconfig() {
    return credentials.text();
  }

  /** The pods of its node, none yet; the caller closes them before the kubelet. */
  public NodePods pods() {
    return new NodePods(node.nodeName(), node.address(), client, host, times.retry());
  }

  /** Reports Ready after a while, then keeps the Lease until the machine is off. */
  public void run() throws InterruptedException {
    var lease = new NodeLease(client, node.nodeName(), times.leaseInterval());
    boolean ready = readyBefore;
    if (!ready) {
      host.pause(times.readyAfter());
    }
    long nextStatus = 0;
    while (true) {
      if (!ready) {
        ready = report(NodeStatus.readyPatch(Instant.now()), "node status is now: Ready");
        nextStatus = System.nanoTime() + jittered(times.statusInterval()).toNanos();
      } else if (System.nanoTime() >= nextStatus) {
        report(NodeStatus.heartbeatPatch(Instant.now()), "");
        nextStatus = System.nanoTime() + jittered(times.statusInterval()).toNanos();
      }
      boolean renewed = renew(lease);
      if (!times.keepConnection()) {
        client.disconnect();
      }
      host.pause(renewed && ready ? jittered(times.leaseInterval()) : shorter(times.retry()));
    }
  }

  private boolean report(JsonNode patch, String done) throws InterruptedException {
    try {
      client.patch(path() + "/status", patch);
      if (!done.isEmpty()) {
        host.log(PROGRAM, done);
      }
      return true;
    } catch (ApiException | IOException e) {
      host.log(PROGRAM, "cannot update node status: " + e.getMessage());
      return false;
    }
  }

  private boolean renew(NodeLease lease) throws InterruptedException {
    try {
      lease.renew(Instant.now());
      return true;
    } catch (ApiException | IOException e) {
      host.log(PROGRAM, "cannot renew the node's lease: " + e.getMessage());
      return false;
    }
  }

  private Duration shorter(Duration retry) {
    return retry.compareTo(times.leaseInterval()) < 0 ? retry : times.leaseInterval();
  }

  private static Duration jittered(Duration interval) {
    double factor = 0.8 + ThreadLocalRandom.current().nextDouble() * 0.4;
    return Duration.ofNanos((long) (interval.toNanos() * factor));
  }

  private String path() {
    return NODES + "/" + node.nodeName();
  }

  /** Stops at once and says nothing to anyone, as a machine without power. */
  @Override
  public void close() {
    client.close();
  }
}
