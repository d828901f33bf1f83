package io.weir.manager.workload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.engine.watch.WatchFilter;
import io.weir.engine.workload.ConnectionFailureCause;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.harness.TestManager;
import io.weir.manager.workload.WorkloadClusterState.Connected;
import io.weir.manager.workload.WorkloadClusterState.Unreachable;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.ClusterCredentials;
import io.weir.provider.ControlPlaneAccess;
import io.weir.provider.FoundCluster;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.RelatedObjects;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Connections to clusters whose cloud hands out the credentials. */
class GrantedAccessTest extends WorkloadConnectionFixture {

  private static final GroupKind CONTROL_PLANE =
      new GroupKind("controlplane.cluster.x-k8s.io", "AWSManagedControlPlane");

  private static final String RUNS_A_PROGRAM =
      """
      {"apiVersion": "v1", "kind": "Config", "current-context": "c",
       "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}],
       "clusters": [{"name": "c", "cluster": {"server": "https://elsewhere.example"}}],
       "users": [{"name": "u", "user": {"exec": {
         "apiVersion": "client.authentication.k8s.io/v1beta1", "command": "aws"}}}]}
      """;

  private final MemoryApiServer workload = new MemoryApiServer();
  private final TokenCloud cloud = new TokenCloud();

  GrantedAccessTest() throws IOException {
    super(TestManager.inMemory());
    opened.add(apiServer);
    opened.add(workload);
  }

  /** Hands out tokens of the workload cluster. */
  private final class TokenCloud implements ControlPlaneAccess {
    private final AtomicInteger made = new AtomicInteger();
    private volatile Duration lifetime = Duration.ofMinutes(14);
    private volatile boolean refusing;
    private volatile boolean failing;

    @Override
    public GroupKind controlPlane() {
      return CONTROL_PLANE;
    }

    @Override
    public GroupKind infrastructureCluster() {
      return CONTROL_PLANE;
    }

    @Override
    public FoundCluster find(CloudScope cloudScope) {
      throw new UnsupportedOperationException("nobody has the role");
    }

    @Override
    public Set<GroupKind> relatedKinds() {
      return Set.of();
    }

    @Override
    public CloudScope scope(
        ApiObject cluster, ApiObject controlPlane, RelatedObjects relatedObjects)
        throws PrerequisiteException {
      if (refusing) {
        throw PrerequisiteException.needsUserAction("No", controlPlane + " may not use it");
      }
      return new CloudScope("test", new CloudIdentity.Ambient(), "here");
    }

    @Override
    public ClusterCredentials credentials(CloudScope cloudScope) throws ProviderException {
      if (failing) {
        throw new ProviderException.Transient("the cloud is away", null);
      }
      int _ = made.incrementAndGet();
      return new ClusterCredentials(
          workload.server().toString(),
          workload.caCertificatePem(),
          token(),
          clock.instant().plus(lifetime),
          "ask for rights");
    }

    private String token() {
      try {
        JsonNode kubeconfig =
            new YAMLMapper()
                .readTree(workload.kubeconfig(TestClusters.account("at"), "system:masters"));
        return kubeconfig.at("/users/0/user/token").asText();
      } catch (JsonProcessingException malformed) {
        throw new AssertionError(malformed);
      }
    }
  }

  @Override
  String newNamespace() {
    return "default";
  }

  @Test
  void aClusterWithoutAKubeconfigIsReachedByATokenThatIsRenewedBeforeItEnds() throws Exception {
    WorkloadConnections connections = connections();
    ObjectKey cluster = create("one");
    Connected first = connected(connections, cluster, _ -> true);

    clock.advance(Duration.ofMinutes(11));
    connections.controller().enqueue(cluster);
    Connected second =
        connected(connections, cluster, up -> !up.kubeconfig().equals(first.kubeconfig()));

    assertThat(first.kubeconfig().server()).isEqualTo(workload.server());
    assertThat(second.kubeconfig().server()).isEqualTo(workload.server());
    assertThat(cloud.made).hasValue(2);
  }

  @Test
  void aTokenThatLastsForFourMinutesIsKeptForMostOfThem() throws Exception {
    cloud.lifetime = Duration.ofMinutes(4);
    WorkloadConnections connections = connections();
    ObjectKey cluster = create("one");
    Connected first = connected(connections, cluster, _ -> true);

    clock.advance(Duration.ofMinutes(2));
    connections.controller().enqueue(cluster);
    ObjectKey other = create("other");
    Connected _ = connected(connections, other, _ -> true);
    assertThat(connections.state(cluster)).isEqualTo(first);
    clock.advance(Duration.ofMinutes(1));
    connections.controller().enqueue(cluster);
    Connected second =
        connected(connections, cluster, up -> !up.kubeconfig().equals(first.kubeconfig()));

    assertThat(second.kubeconfig().server()).isEqualTo(workload.server());
  }

  @Test
  void aKubeconfigThatRunsAProgramIsLeftToTheCloudAndOneWithCredentialsIsUsedAsItIs()
      throws Exception {
    WorkloadConnections connections = connections();
    ApiObject _ =
        user.client().create(TestObjects.kubeconfig(namespace, "program", RUNS_A_PROGRAM));
    ApiObject _ =
        user.client()
            .create(
                TestObjects.kubeconfig(
                    namespace,
                    "own",
                    workload.kubeconfig(TestClusters.account("at"), "system:masters")));

    Connected granted = connected(connections, create("program"), _ -> true);
    Connected own = connected(connections, create("own"), _ -> true);

    assertThat(granted.kubeconfig().grant()).isPresent();
    assertThat(granted.kubeconfig().server()).isEqualTo(workload.server());
    assertThat(own.kubeconfig().grant()).isEmpty();
    assertThat(cloud.made).hasValue(1);
  }

  @Test
  void whoMayNotUseTheIdentityGetsNoCredentialsAndLosesThoseItHad() throws Exception {
    WorkloadConnections connections = connections();
    ObjectKey cluster = create("one");
    Connected _ = connected(connections, cluster, _ -> true);

    cloud.refusing = true;
    connections.controller().enqueue(cluster);
    await(connections, cluster, view -> view instanceof Unreachable);

    var refused = (Unreachable) connections.state(cluster);
    assertThat(refused.cause()).isEqualTo(ConnectionFailureCause.NO_KUBECONFIG);
    assertThat(refused.message())
        .isEqualTo(
            "AWSManagedControlPlane default/one may not use it; or put a kubeconfig with"
                + " credentials into Secret default/one-kubeconfig, key value");
    assertThat(cloud.made).hasValue(1);
  }

  @Test
  void aCloudThatIsAwayEndsNoConnectionBeforeItsTokenEnds() throws Exception {
    WorkloadConnections connections = connections();
    ObjectKey cluster = create("one");
    Connected before = connected(connections, cluster, _ -> true);
    cloud.failing = true;

    clock.advance(Duration.ofMinutes(11));
    connections.controller().enqueue(cluster);
    ObjectKey other = create("other");
    await(
        connections, other, view -> view instanceof Unreachable down && !down.message().isEmpty());
    assertThat(connections.state(cluster)).isEqualTo(before);

    clock.advance(Duration.ofMinutes(4));
    connections.controller().enqueue(cluster);
    await(connections, cluster, view -> view instanceof Unreachable);

    assertThat(((Unreachable) connections.state(cluster)).message())
        .startsWith("test in here with manager: the cloud is away");
  }

  private WorkloadConnections connections() {
    weir.close(); // it would tell too
    var connections =
        new WorkloadConnections(
            user,
            user.cache(GroupKind.SECRET, ObjectSelector.withLabel(MetadataKeys.CLUSTER_NAME)),
            WatchFilter.NONE,
            WorkloadClusterSettings.DEFAULT.at(TestManager.LOOPBACK),
            RequestListener.NONE,
            clock);
    connections.useGrantsOf(List.of(cloud));
    opened.add(connections);
    opened.add(connections.controller());
    connections.subscribe(reported);
    connections.controller().start();
    return connections;
  }

  /** A Cluster whose control plane is the cloud's. */
  private ObjectKey create(String name) {
    ApiObject _ =
        user.client()
            .create(
                TestObjects.parse(
                    """
                    {"apiVersion": "controlplane.cluster.x-k8s.io/v1beta2",
                     "kind": "AWSManagedControlPlane",
                     "metadata": {"namespace": "%s", "name": "%s"}, "spec": {}}
                    """
                        .formatted(namespace, name)));
    ObjectNode cluster = TestObjects.cluster(namespace, name);
    cluster
        .withObject("/spec/controlPlaneRef")
        .put("apiGroup", CONTROL_PLANE.group())
        .put("kind", CONTROL_PLANE.kind())
        .put("name", name);
    return user.client().create(cluster).key();
  }

  private Connected connected(
      WorkloadConnections connections, ObjectKey cluster, Predicate<Connected> wanted)
      throws InterruptedException {
    await(connections, cluster, view -> view instanceof Connected up && wanted.test(up));
    return (Connected) connections.state(cluster);
  }

  private void await(
      WorkloadConnections connections, ObjectKey cluster, Predicate<WorkloadClusterState> wanted)
      throws InterruptedException {
    while (!wanted.test(connections.state(cluster))) {
      reported.await("reachability of " + cluster.name());
    }
  }
}
