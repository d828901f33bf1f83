package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.kernel.harness.AdjustableClock;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.kube.KubeClient;
import io.weir.manager.harness.TestManager;
import io.weir.manager.workload.WorkloadClusterState.Unreachable;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * A manager with a Cluster and a pool of its own, and with Clusters of others, whose kubeconfigs it
 * reads, one a line. For each further line it makes another pool, and says when that is running.
 */
final class InventedNodesMain {

  private static final int NAMESPACES = 4;

  private InventedNodesMain() {}

  public static void main(String[] args) throws Exception {
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (MemoryApiServer apiServer = TestManager.inMemory();
        var honest = new MemoryApiServer();
        var fixture =
            new MachinePoolFixture(
                apiServer,
                honest,
                "default",
                TestManager.withPools(apiServer, "", new AdjustableClock()))) {
      fixture.attach();
      ObjectKey _ = fixture.running("first");
      KubeClient tenants = apiServer.client();
      int number = 0;
      for (String line = lines.readLine(); !line.isEmpty(); line = lines.readLine()) {
        String namespace = "tenant-" + number % NAMESPACES;
        String name = "c-" + number++;
        ApiObject _ = tenants.create(TestObjects.kubeconfig(namespace, name, line));
        ApiObject _ = tenants.create(TestObjects.cluster(namespace, name));
      }
      System.out.println("attached");
      for (String pool = lines.readLine(); pool != null; pool = lines.readLine()) {
        ObjectKey _ = fixture.running(MachinePoolFixture.CLUSTER, pool, pool);
        System.out.println("running " + pool);
      }
      for (int i = 0; i < number; i++) {
        var cluster = new ObjectKey("tenant-" + i % NAMESPACES, "c-" + i);
        if (fixture.weir.workloads().state(cluster) instanceof Unreachable down) {
          System.out.println("unreachable " + cluster + " " + down.cause() + " " + down.message());
        }
      }
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      System.out.printf(
          "%d KB of heap in use%n", (runtime.totalMemory() - runtime.freeMemory()) / 1024);
    }
    System.exit(0);
  }
}
