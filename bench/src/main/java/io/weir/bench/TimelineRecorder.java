package io.weir.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.bench.PoolTimeline.Milestone;
import io.weir.clouds.Journal;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.sandbox.objects.SandboxCloud;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Follows the pools of a round by one watch a kind, and waits until they run. */
final class TimelineRecorder implements AutoCloseable {

  private final PoolTimeline timeline = new PoolTimeline();
  private final String namespace;
  private final Set<String> names;
  private final int replicas;
  private final Instant begun = Instant.now();
  private final long origin = System.nanoTime();
  private final Set<String> missing;
  private final CountDownLatch none = new CountDownLatch(1);
  private final Map<String, String> poolsByProviderId = new HashMap<>();
  private final Map<String, Duration> readyByProviderId = new HashMap<>();
  private final List<Change.Subscription> subscriptions = new ArrayList<>();

  private TimelineRecorder(String namespace, Collection<String> names, int replicas) {
    this.namespace = namespace;
    this.names = Set.copyOf(names);
    this.replicas = replicas;
    this.missing = new TreeSet<>(names);
  }

  /** Begins to look; the pools need not exist yet. */
  static TimelineRecorder start(
      KubeCluster kube,
      SandboxCloud cloud,
      String namespace,
      Collection<String> names,
      int replicas) {
    var recorder = new TimelineRecorder(namespace, names, replicas);
    recorder.follow(kube, GroupKind.MACHINE_POOL, recorder::machinePool);
    recorder.follow(kube, GroupKind.KUBEADM_CONFIG, recorder::config);
    recorder.follow(kube, infrastructureKind(cloud), recorder::infrastructure);
    recorder.follow(kube, BuiltInKinds.NODE, recorder::node);
    return recorder;
  }

  /** The kind of a cloud's infrastructure pools. */
  static GroupKind infrastructureKind(SandboxCloud cloud) {
    return new GroupKind("infrastructure.cluster.x-k8s.io", cloud.poolKind());
  }

  private void follow(KubeCluster kube, GroupKind kind, Change.Listener listener) {
    subscriptions.add(kube.cache(kind).subscribe(listener));
  }

  /** Since the round began. */
  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - origin);
  }

  /** The last object of a pool was created. */
  void created(String pool) {
    timeline.reach(Milestone.CREATED, pool, elapsed());
  }

  /** Waits until each has run once; false when one has not in time. */
  boolean awaitAll(Duration timeout) throws InterruptedException {
    return none.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Those that have not run yet. */
  synchronized Set<String> missing() {
    return new TreeSet<>(missing);
  }

  /** What was recorded, with what the cloud has noted meanwhile. */
  PoolTimeline timeline(Journal journal) {
    journal.calls().stream()
        .filter(call -> call.wrote() && !call.at().isBefore(begun))
        .filter(call -> names.contains(call.resource()))
        .forEach(
            call ->
                timeline.reachAgain(
                    Milestone.CLOUD_WRITTEN, call.resource(), Duration.between(begun, call.at())));
    return timeline;
  }

  private boolean isOurs(ApiObject object) {
    return object.namespace().equals(namespace) && names.contains(object.name());
  }

  private synchronized void machinePool(Change change) {
    ApiObject pool = change.object();
    if (isOurs(pool)
        && pool.at("/status/phase").asText("").equals("Running")
        && missing.remove(pool.name())) {
      timeline.reach(Milestone.RUNNING, pool.name(), elapsed());
      if (missing.isEmpty()) {
        none.countDown();
      }
    }
  }

  private void config(Change change) {
    ApiObject config = change.object();
    if (isOurs(config) && config.at("/status/initialization/dataSecretCreated").asBoolean()) {
      timeline.reach(Milestone.BOOTSTRAP_DATA, config.name(), elapsed());
    }
  }

  private synchronized void infrastructure(Change change) {
    ApiObject pool = change.object();
    JsonNode ids = pool.at("/spec/providerIDList");
    if (isOurs(pool) && ids.size() >= replicas) {
      timeline.reach(Milestone.INSTANCES, pool.name(), elapsed());
      ids.forEach(id -> poolsByProviderId.put(id.asText(), pool.name()));
      ids.forEach(id -> ready(id.asText()));
    }
  }

  private synchronized void node(Change change) {
    ApiObject node = change.object();
    String id = node.at("/spec/providerID").asText("");
    if (!id.isEmpty() && isReady(node) && readyByProviderId.putIfAbsent(id, elapsed()) == null) {
      ready(id);
    }
  }

  /** Nodes may be Ready before anybody knows whose they are. */
  private void ready(String providerId) {
    String pool = poolsByProviderId.get(providerId);
    Duration at = readyByProviderId.get(providerId);
    if (pool != null && at != null) {
      timeline.reachAgain(Milestone.NODES_READY, pool, at);
    }
  }

  private static boolean isReady(ApiObject node) {
    return node.at("/status/conditions")
        .valueStream()
        .filter(condition -> condition.path("type").asText().equals("Ready"))
        .anyMatch(condition -> condition.path("status").asText().equals("True"));
  }

  @Override
  public void close() {
    subscriptions.forEach(Change.Subscription::close);
  }
}
