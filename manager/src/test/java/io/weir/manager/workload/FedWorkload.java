package io.weir.manager.workload;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.manager.harness.MemoryApiServer;
import io.weir.manager.runtime.cache.FedCache;
import io.weir.manager.workload.WorkloadView.Connected;
import java.net.URI;

/** One workload cluster in memory, always connected. */
public record FedWorkload(MemoryApiServer server, WorkloadTokens tokens) implements Workloads {

  /** The tokens of a Cluster object. */
  public static FedWorkload of(MemoryApiServer server, String clusterUid) {
    var cache = new FedCache(GroupKind.SECRET, WorkloadTokens.selector(clusterUid));
    return new FedWorkload(server, new WorkloadTokens(server.feed(cache).cache(), clusterUid));
  }

  @Override
  public WorkloadView view(ObjectKey cluster) {
    return new Connected(
        WorkloadNodes.NONE,
        tokens,
        server.client(),
        new Kubeconfig(URI.create("https://127.0.0.1:6443"), "", ""),
        "v1.35.4");
  }

  @Override
  public void look(ObjectKey cluster) {}

  @Override
  public void subscribe(WorkloadListener listener) {}
}
