package io.weir.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.controlplane.ControlPlane;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.KubeHttp;
import io.weir.kernel.kube.RequestInfo;
import io.weir.kernel.kube.RequestListener;
import java.io.InputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Users who read a stored pool in the other version, which needs a conversion, and write it, which
 * needs two reviews, again and again until this is closed.
 */
final class ConstantUse implements AutoCloseable {

  private static final String ADMIN = "system:masters";
  private static final int READERS = 3;

  /** A load of requests, and some room on the cores for what else runs there. */
  private static final Duration BETWEEN_REQUESTS = Duration.ofMillis(20);

  private final ControlPlane controlPlane;
  private final ObjectKey pool;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final AtomicInteger succeeded = new AtomicInteger();
  private final Set<String> failures = new ConcurrentSkipListSet<>();
  private final ExecutorService users = Executors.newVirtualThreadPerTaskExecutor();

  private ConstantUse(ControlPlane controlPlane, ObjectKey pool) {
    this.controlPlane = controlPlane;
    this.pool = pool;
  }

  static ConstantUse of(ControlPlane controlPlane, KubeCluster writer, ObjectKey pool) {
    var use = new ConstantUse(controlPlane, pool);
    for (int i = 0; i < READERS; i++) {
      use.users.execute(use::read);
    }
    use.users.execute(() -> use.write(writer));
    return use;
  }

  /** How many requests have succeeded. */
  int succeeded() {
    return succeeded.get();
  }

  /** What was said of those that have not. */
  Set<String> failures() {
    return failures;
  }

  private void read() {
    try (KubeHttp http =
        KubeHttp.connect(
            KubeConfigs.fromText(controlPlane.kubeconfig("reader", ADMIN), "test"),
            RequestListener.NONE)) {
      var requestInfo = new RequestInfo("get", GroupKind.MACHINE_POOL, pool);
      String path =
          "/apis/cluster.x-k8s.io/v1beta1/namespaces/%s/machinepools/%s"
              .formatted(pool.namespace(), pool.name());
      while (!stopped.get()) {
        try (InputStream answer =
            http.openStream(requestInfo, path, Duration.ofSeconds(30), Duration.ofMinutes(10))) {
          assertThat(Json.MAPPER.readTree(answer).at("/spec/replicas").asInt()).isEqualTo(1);
          int _ = succeeded.incrementAndGet();
        }
        Thread.sleep(BETWEEN_REQUESTS);
      }
    } catch (Exception | AssertionError failure) {
      failures.add("read: " + failure.getMessage());
    }
  }

  private void write(KubeCluster writer) {
    try {
      while (!stopped.get()) {
        ApiObject now = writer.client().get(GroupKind.MACHINE_POOL, pool).orElseThrow();
        String turn = String.valueOf(succeeded.incrementAndGet());
        ApiObject _ =
            RetriedEdits.edit(
                writer.client(),
                now,
                tree -> tree.withObject("/metadata/annotations").put("test/turn", turn));
        Thread.sleep(BETWEEN_REQUESTS);
      }
    } catch (KubeException | InterruptedException failure) {
      failures.add("write: " + failure.getMessage());
    }
  }

  @Override
  public void close() {
    stopped.set(true);
    users.close();
  }
}
