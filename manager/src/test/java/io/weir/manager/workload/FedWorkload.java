package io.weir.manager.workload;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.engine.workload.Cause;
import io.weir.engine.workload.Kubeconfig;
import io.weir.kernel.cache.FedCache;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.manager.workload.WorkloadView.Connected;
import io.weir.manager.workload.WorkloadView.Unreachable;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/** One workload cluster in memory, connected unless the test says otherwise. */
public final class FedWorkload implements Workloads {

  private final MemoryApiServer server;
  private final WorkloadTokens tokens;
  private Optional<Unreachable> outage = Optional.empty();

  private FedWorkload(MemoryApiServer server, WorkloadTokens tokens) {
    this.server = server;
    this.tokens = tokens;
  }

  /** The tokens of a Cluster object. */
  public static FedWorkload of(MemoryApiServer server, String clusterUid) {
    var cache = new FedCache(GroupKind.SECRET, WorkloadTokens.selector(clusterUid));
    return new FedWorkload(server, new WorkloadTokens(server.feed(cache).cache(), clusterUid));
  }

  /** It does not answer any more; what was seen of its tokens is remembered. */
  public void lost(Instant since) {
    outage = Optional.of(silent(since, Optional.of(tokens)));
  }

  /** It does not answer, as far as a process can tell that has begun to ask now. */
  public void neverSeen(Instant since) {
    outage = Optional.of(silent(since, Optional.empty()));
  }

  private static Unreachable silent(Instant since, Optional<WorkloadTokens> seen) {
    return new Unreachable(
        Cause.SILENT, "the API server does not answer", since, since, WorkloadNodes.NONE, seen);
  }

  /** It answers again. */
  public void back() {
    outage = Optional.empty();
  }

  @Override
  public WorkloadView view(ObjectKey cluster) {
    return outage.<WorkloadView>map(down -> down).orElseGet(this::connected);
  }

  private Connected connected() {
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
