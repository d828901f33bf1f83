package io.weir.sandbox.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.clouds.InstanceState.Phase;
import io.weir.clouds.Journal.InstanceStep;
import io.weir.clouds.node.host.Console;
import io.weir.clouds.node.host.Host;
import io.weir.clouds.node.watch.ListWatch;
import io.weir.clouds.node.wire.ApiClient;
import io.weir.clouds.node.wire.ApiClientFactory;
import io.weir.clouds.node.wire.Kubeconfig;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.controlplane.audit.AuditTail;
import io.weir.kernel.cache.Change;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.sandbox.usage.ApiUsers;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Watches what becomes of an application, and of the Nodes that it is on, while the machines of
 * their pool are replaced: every state that the watches show, not one now and then. What was done
 * is read afterwards, from the audit log and the journal of the cloud.
 */
final class RolledWorkload implements AutoCloseable {

  /** How long nothing is known while a watch cannot be had. */
  private static final Duration RETRY = Duration.ofMillis(100);

  private static final Duration REQUEST = Duration.ofSeconds(30);

  private final TestSandbox testSandbox;
  private final ObjectKey pool;
  private final int whole;
  private final Host host = new Host(new Console());
  private final ApiClient lists;
  private final ApiClient watches;
  private final Thread thread;
  private final List<Change.Subscription> subscriptions;
  private final CountDownLatch served = new CountDownLatch(1);

  /** By slice, the Pods that are ready to serve. */
  private final Map<String, Set<String>> endpoints = new ConcurrentHashMap<>();

  private final Set<String> availableNodes = ConcurrentHashMap.newKeySet();

  /** By Node, the end of its provider id. */
  private final Map<String, String> instances = new ConcurrentHashMap<>();

  /** By Pod, the Node that it was bound to. */
  private final Map<String, String> placed = new ConcurrentHashMap<>();

  private volatile int fewestEndpoints;
  private volatile int fewestNodes;

  /** One Pod of the application and the Node from which it went. */
  record Removal(String pod, String node) {}

  private RolledWorkload(TestSandbox testSandbox, ObjectKey pool, int whole) {
    this.testSandbox = testSandbox;
    this.pool = pool;
    this.whole = whole;
    this.fewestEndpoints = whole;
    this.fewestNodes = whole;
    var cluster =
        Kubeconfig.parse(
            testSandbox.sandbox().controlPlane().kubeconfig(ApiUsers.SANDBOX, "system:masters"));
    var clients = new ApiClientFactory(2, REQUEST);
    lists = clients.newClient(cluster.server(), cluster.trust(), cluster.identity());
    watches = clients.newClient(cluster.server(), cluster.trust(), cluster.identity());
    var slices =
        new ListWatch(
            "/apis/discovery.k8s.io/v1/namespaces/%s/endpointslices?labelSelector=kubernetes.io/service-name%%3D%s"
                .formatted(pool.namespace(), pool.name()),
            lists,
            watches,
            this::seeSlice,
            this::loseSlice);
    thread =
        Thread.ofVirtual()
            .name("endpoints-of-" + pool.name())
            .start(
                () -> {
                  try {
                    slices.run(host, RETRY);
                  } catch (InterruptedException closed) {
                    Thread.currentThread().interrupt();
                  }
                });
    var kube = testSandbox.sandbox().kube();
    subscriptions =
        List.of(
            kube.cache(BuiltInKinds.NODE).subscribe(this::see),
            kube.cache(BuiltInKinds.POD).subscribe(this::place));
  }

  /**
   * Begins to watch a Service with the name of the pool, and returns when so many of its endpoints
   * are ready as there are machines.
   */
  static RolledWorkload watch(TestSandbox testSandbox, ObjectKey pool, int whole)
      throws InterruptedException {
    var watched = new RolledWorkload(testSandbox, pool, whole);
    if (!watched.served.await(TestSandbox.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      watched.close();
      throw new AssertionError(whole + " endpoints never serve; ready: " + watched.endpoints);
    }
    return watched;
  }

  /** The fewest endpoints that were ready at once since all were. */
  int fewestEndpoints() {
    return fewestEndpoints;
  }

  /** The fewest Nodes that were available at once since all were. */
  int fewestNodes() {
    return fewestNodes;
  }

  private synchronized void seeSlice(JsonNode slice) {
    var ready = new HashSet<String>();
    for (JsonNode endpoint : slice.path("endpoints")) {
      if (endpoint.path("conditions").path("ready").asBoolean()) {
        ready.add(endpoint.path("targetRef").path("name").asText());
      }
    }
    endpoints.put(ListWatch.key(slice), ready);
    countEndpoints();
  }

  private synchronized void loseSlice(String key) {
    endpoints.remove(key);
    countEndpoints();
  }

  private void countEndpoints() {
    int ready = (int) endpoints.values().stream().flatMap(Set::stream).distinct().count();
    if (served.getCount() == 0) {
      fewestEndpoints = Math.min(fewestEndpoints, ready);
    } else if (ready == whole) {
      served.countDown();
    }
  }

  private void see(Change change) {
    ApiObject node = change.object();
    if (!node.label(PoolWorkloads.LABEL).filter(pool.name()::equals).isPresent()) {
      return;
    }
    String providerId = node.at("/spec/providerID").asText("");
    instances.put(node.name(), providerId.substring(providerId.lastIndexOf('/') + 1));
    if (change instanceof Change.Deleted || !isAvailable(node)) {
      availableNodes.remove(node.name());
    } else {
      availableNodes.add(node.name());
    }
    if (served.getCount() == 0) {
      fewestNodes = Math.min(fewestNodes, availableNodes.size());
    }
  }

  private static boolean isAvailable(ApiObject node) {
    return !node.at("/spec/unschedulable").asBoolean()
        && node.at("/status/conditions")
            .valueStream()
            .anyMatch(
                condition ->
                    condition.path("type").asText().equals("Ready")
                        && condition.path("status").asText().equals("True"));
  }

  private void place(Change change) {
    ApiObject pod = change.object();
    String node = pod.at("/spec/nodeName").asText("");
    if (pod.label("app").filter(pool.name()::equals).isPresent() && !node.isEmpty()) {
      placed.put(pod.name(), node);
    }
  }

  /** What the pool's instances went through, oldest first. */
  private List<InstanceStep> steps() {
    return testSandbox.aws().journal().stepsAfter(0).stream()
        .filter(step -> step.group().equals(pool.name()))
        .toList();
  }

  /** Every instance that the pool ever had, by when it was to end; empty of those that stay. */
  Map<String, Optional<Instant>> ends() {
    var ends = new ConcurrentHashMap<String, Optional<Instant>>();
    for (InstanceStep step : steps()) {
      ends.putIfAbsent(step.id(), Optional.empty());
      if (isEnd(step) && ends.getOrDefault(step.id(), Optional.empty()).isEmpty()) {
        ends.put(step.id(), Optional.of(step.at()));
      }
    }
    return ends;
  }

  private static boolean isEnd(InstanceStep step) {
    return step.phase() != Phase.PENDING && step.phase() != Phase.RUNNING;
  }

  /** The most instances that there were at once, without those that were ending. */
  int mostInstances() {
    var there = new HashSet<String>();
    int most = 0;
    for (InstanceStep step : steps()) {
      boolean _ = isEnd(step) ? there.remove(step.id()) : there.add(step.id());
      most = Math.max(most, there.size());
    }
    return most;
  }

  /** Nodes whose instance was to end before the API server had stored that they are cordoned. */
  List<String> endedUncordoned() throws IOException {
    Map<String, Instant> cordons = new ConcurrentHashMap<>();
    for (AuditRecord write : writes()) {
      if (write.resource().equals("nodes")
          && write.body().contains(MetadataKeys.NODE_LEAVING)
          && write.body().contains("unschedulable")) {
        cordons.putIfAbsent(write.name(), write.logged());
      }
    }
    Map<String, Optional<Instant>> ends = ends();
    return instances.entrySet().stream()
        .filter(node -> isBefore(end(ends, node.getValue()), cordons.get(node.getKey())))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Pods that were not evicted, or had not gone yet, when the instance they were on was to end. */
  List<Removal> killed() throws IOException {
    Set<String> evicted = new HashSet<>();
    Map<String, Instant> gone = new ConcurrentHashMap<>();
    for (AuditRecord write : writes()) {
      if (write.resource().equals("pods") && write.namespace().equals(pool.namespace())) {
        if (write.subresource().equals("eviction")) {
          evicted.add(write.name());
        } else if (write.verb().equals("delete") && write.user().startsWith("system:node:")) {
          gone.putIfAbsent(write.name(), write.logged());
        }
      }
    }
    Map<String, Optional<Instant>> ends = ends();
    var killed = new ArrayList<Removal>();
    placed.forEach(
        (pod, node) -> {
          Optional<Instant> end = end(ends, instances.getOrDefault(node, ""));
          if (end.isPresent() && (!evicted.contains(pod) || isBefore(end, gone.get(pod)))) {
            killed.add(new Removal(pod, node));
          }
        });
    return killed;
  }

  /** How many of the Pods have ever been on a Node. */
  int placedPods() {
    return placed.size();
  }

  /** The writes that took effect, with what was sent. */
  private List<AuditRecord> writes() throws IOException {
    var writes = new ArrayList<AuditRecord>();
    new AuditTail(testSandbox.sandbox().controlPlane().auditLog().file())
        .readWrites(
            write -> {
              if (write.code() >= 200 && write.code() < 300) {
                writes.add(write);
              }
            });
    return writes;
  }

  /** An instance of which nothing is known has ended before everything. */
  private static Optional<Instant> end(Map<String, Optional<Instant>> ends, String instance) {
    return ends.getOrDefault(instance, Optional.of(Instant.MIN));
  }

  /** What never was is after the end. */
  private static boolean isBefore(Optional<Instant> end, @Nullable Instant other) {
    return end.filter(at -> other == null || !other.isBefore(at)).isPresent();
  }

  @Override
  public void close() {
    subscriptions.forEach(Change.Subscription::close);
    host.powerOff();
    watches.close();
    lists.close();
    thread.interrupt();
  }
}
