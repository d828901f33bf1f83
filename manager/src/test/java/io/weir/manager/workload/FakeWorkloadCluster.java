package io.weir.manager.workload;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.engine.workload.ConnectionFailureCause;
import io.weir.engine.workload.VettedKubeconfig;
import io.weir.kernel.cache.FakeCache;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.manager.workload.WorkloadClusterState.Connected;
import io.weir.manager.workload.WorkloadClusterState.Unreachable;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** One workload cluster in memory, connected unless the test says otherwise. */
public final class FakeWorkloadCluster implements WorkloadClusterAccess {

  private static final ObjectKey CLUSTER = new ObjectKey("default", "demo");

  private final KubeClient client;
  private final WorkloadTokens tokens;
  private final ObjectCache nodes;
  private Optional<Unreachable> outage = Optional.empty();
  private Optional<VettedKubeconfig.Grant> grant = Optional.empty();
  private Duration clockAhead = Duration.ZERO;

  private FakeWorkloadCluster(MemoryApiServer server, WorkloadTokens tokens, ObjectCache nodes) {
    this.client = server.client();
    this.tokens = tokens;
    this.nodes = nodes;
  }

  /** The tokens of a Cluster object. */
  public static FakeWorkloadCluster of(MemoryApiServer server, String clusterUid) {
    var cache = new FakeCache(GroupKind.SECRET, WorkloadTokens.selector(clusterUid));
    var nodes = new FakeCache(BuiltInKinds.NODE, ObjectSelector.everything());
    return new FakeWorkloadCluster(
        server,
        WorkloadTokens.of(server.feed(cache).cache(), clusterUid),
        server.feed(nodes).cache());
  }

  /** It does not answer any more; what was seen of its tokens is remembered. */
  public void stopAnswering(Instant since) {
    outage = Optional.of(silent(since, Optional.of(tokens)));
  }

  /** It does not answer, as far as a process can tell that has begun to ask now. */
  public void neverAnswered(Instant since) {
    outage = Optional.of(silent(since, Optional.empty()));
  }

  private static Unreachable silent(Instant since, Optional<WorkloadTokens> seen) {
    return new Unreachable(
        ConnectionFailureCause.SILENT,
        "the API server does not answer",
        since,
        since,
        WorkloadNodes.NONE,
        seen);
  }

  /** A cloud runs its control plane, and lets Weir in. */
  public void beReachedThrough(String cloud) {
    grant = Optional.of(new VettedKubeconfig.Grant(cloud, ""));
  }

  /** Its clock is so far ahead of the manager's. */
  public void setClockAhead(Duration ahead) {
    clockAhead = ahead;
  }

  @Override
  public Duration clockAhead(ObjectKey cluster) {
    return clockAhead;
  }

  /** It answers again. */
  public void answerAgain() {
    outage = Optional.empty();
  }

  @Override
  public WorkloadClusterState state(ObjectKey cluster) {
    return outage.<WorkloadClusterState>map(down -> down).orElseGet(this::connected);
  }

  private Connected connected() {
    return new Connected(
        WorkloadNodes.of(nodes),
        tokens,
        client,
        new VettedKubeconfig(URI.create("https://127.0.0.1:6443"), "", "", grant),
        "v1.35.4");
  }

  @Override
  public void retryConnection(ObjectKey cluster) {}

  @Override
  public void subscribe(WorkloadClusterListener listener) {
    var _ = nodes.subscribe(new NodeChangeNotifier(CLUSTER, listener));
  }
}
