package io.weir.sandbox.cloud.aks;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.sandbox.cloud.RunningCloud;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * What stands for Azure Service Operator, and for AKS behind it, as far as node pools need it: a
 * pool gets its nodes, and its object is told of it in the conditions that Azure Service Operator
 * writes.
 *
 * @see <a href="https://azure.github.io/azure-service-operator/design/resource-states/">Conditions
 *     of Azure Service Operator</a>
 */
final class SimulatedAso implements RunningCloud.Controller {
  private static final GroupKind AGENT_POOL =
      new GroupKind("containerservice.azure.com", "ManagedClustersAgentPool");
  private static final String FINALIZER = "serviceoperator.azure.com/finalizer";
  private static final String POLICY = "serviceoperator.azure.com/reconcile-policy";
  private static final int TRIES = 60;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final KubeCluster kube;
  private final AksCloud aks;
  private final String version;
  private final ExecutorService worker;
  private final Change.Subscription subscription;

  private SimulatedAso(KubeCluster kube, AksCloud aks, String version) {
    this.kube = kube;
    this.aks = aks;
    this.version = version.replaceFirst("^v", "");
    this.worker = Executors.newSingleThreadExecutor(Thread.ofVirtual().name("aso").factory());
    aks.removeNodesBy(node -> submit(() -> removeNode(node)));
    this.subscription =
        kube.cache(AGENT_POOL).subscribe(change -> submit(() -> reconcile(change.object())));
  }

  /**
   * Begins.
   *
   * @param version of nodes whose pool names none
   */
  static SimulatedAso start(KubeCluster kube, AksCloud aks, String version) {
    return new SimulatedAso(kube, aks, version);
  }

  /** Again, if others write at the same time, or the API server does not answer. */
  private void submit(Runnable work) {
    try {
      worker.execute(
          () -> {
            for (int i = 0; i < TRIES && !Thread.currentThread().isInterrupted(); i++) {
              try {
                work.run();
                return;
              } catch (KubeException passing) {
                LockSupport.parkNanos(PAUSE.toNanos());
              }
            }
          });
    } catch (RejectedExecutionException closed) {
      // Nobody waits for it any more.
    }
  }

  private void reconcile(ApiObject seen) {
    Optional<ApiObject> now = kube.client().get(AGENT_POOL, seen.key());
    if (now.isEmpty() || !now.get().uid().equals(seen.uid())) {
      aks.remove(seen);
    } else {
      reconcileNow(now.get());
    }
  }

  private void removeNode(String name) {
    kube.client()
        .get(BuiltInKinds.NODE, new ObjectKey("", name))
        .ifPresent(node -> kube.client().delete(node, PropagationPolicy.BACKGROUND));
  }

  private void reconcileNow(ApiObject pool) {
    boolean skipped = pool.annotation(POLICY).filter("skip"::equals).isPresent();
    if (pool.isDeleting()) {
      if (!skipped) {
        aks.remove(pool);
      }
      ApiObject _ = kube.client().edit(pool, SimulatedAso::removeFinalizer);
      return;
    }
    if (skipped) {
      return;
    }
    ApiObject kept = kube.client().edit(pool, SimulatedAso::addFinalizer);
    int count = count(kept);
    String wanted = kept.at("/spec/orchestratorVersion").asText(version);
    aks.resize(kept, count, wanted);
    ApiObject _ = kube.client().editStatus(kept, status -> tell(status, kept, count, wanted));
  }

  /** Its own autoscaler keeps a pool within its bounds, and does nothing else here. */
  private static int count(ApiObject pool) {
    int count = pool.at("/spec/count").asInt(1);
    return pool.at("/spec/enableAutoScaling").asBoolean()
        ? Math.clamp(
            count, pool.at("/spec/minCount").asInt(0), pool.at("/spec/maxCount").asInt(count))
        : count;
  }

  private static void addFinalizer(ObjectNode tree) {
    ArrayNode finalizers = tree.withArray("/metadata/finalizers");
    if (finalizers.valueStream().noneMatch(each -> each.asText().equals(FINALIZER))) {
      finalizers.add(FINALIZER);
    }
  }

  private static void removeFinalizer(ObjectNode tree) {
    tree.withArray("/metadata/finalizers").removeIf(each -> each.asText().equals(FINALIZER));
  }

  /** Nothing changes in it while it says the same. */
  private static void tell(ObjectNode status, ApiObject pool, int count, String runs) {
    boolean told =
        status.path("count").asInt(-1) == count
            && status.path("currentOrchestratorVersion").asText().equals(runs)
            && status.at("/conditions/0/observedGeneration").asLong() == pool.generation();
    if (told) {
      return;
    }
    status
        .put("name", pool.at("/spec/azureName").asText(pool.name()))
        .put("count", count)
        .put("provisioningState", "Succeeded")
        .put("orchestratorVersion", runs)
        .put("currentOrchestratorVersion", runs)
        .put("nodeImageVersion", "AKSUbuntu-2204gen2containerd-202601.07.0");
    status
        .putArray("conditions")
        .addObject()
        .put("type", "Ready")
        .put("status", "True")
        .put("reason", "Succeeded")
        .put("observedGeneration", pool.generation())
        .put("lastTransitionTime", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
  }

  @Override
  public void close() {
    subscription.close();
    worker.shutdownNow();
  }
}
