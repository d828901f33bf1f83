package io.weir.manager.attached;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.bootstrap.kubeadm.CaSecret;
import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.work.Controller;
import io.weir.manager.cluster.CaSecretWriter;
import io.weir.manager.harness.TestManager;
import io.weir.manager.objects.LabelledSecrets;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.ClusterCredentials;
import io.weir.provider.ControlPlaneAccess;
import io.weir.provider.FoundCluster;
import io.weir.provider.ProviderException;
import io.weir.provider.RelatedObjects;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AttachedControlPlaneControllerTest {

  private static final GroupKind CONTROL_PLANE =
      new GroupKind("controlplane.cluster.x-k8s.io", "AWSManagedControlPlane");
  private static final GroupKind INFRASTRUCTURE =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSManagedCluster");
  private static final ObjectKey DEMO = new ObjectKey("default", "demo");

  private final FakeCloud cloud = new FakeCloud();
  private MemoryApiServer apiServer;
  private KubeCluster management;
  private EventRecorder events;
  private Controller controller;

  /** Has the clusters that it is told of. */
  private static final class FakeCloud implements ControlPlaneAccess {
    private final AtomicInteger asked = new AtomicInteger();
    private volatile boolean empty;

    @Override
    public GroupKind controlPlane() {
      return CONTROL_PLANE;
    }

    @Override
    public GroupKind infrastructureCluster() {
      return INFRASTRUCTURE;
    }

    @Override
    public Set<GroupKind> relatedKinds() {
      return Set.of();
    }

    @Override
    public CloudScope scope(
        ApiObject cluster, ApiObject controlPlane, RelatedObjects relatedObjects) {
      return new CloudScope("test", new CloudIdentity.Ambient(), "here");
    }

    @Override
    public ClusterCredentials credentials(CloudScope cloudScope) {
      throw new UnsupportedOperationException("nobody connects");
    }

    @Override
    public FoundCluster find(CloudScope cloudScope) throws ProviderException {
      int _ = asked.incrementAndGet();
      if (empty) {
        throw new ProviderException.NotFound("no cluster of that name", null);
      }
      return new FoundCluster(
          "api.example",
          443,
          "v1.35",
          "the CA",
          tree -> tree.withObject("/spec/network/vpc").put("id", "vpc-1"),
          status -> status.withObject("/networkStatus/securityGroups/cluster").put("id", "sg-1"),
          spec -> spec.put("network", "vpc-1"),
          status -> status.withObject("/failureDomains").putObject("zone-1"));
    }
  }

  @BeforeEach
  void start() throws Exception {
    apiServer = TestManager.inMemory();
    management =
        TestClusters.connect(
            apiServer,
            TestClusters.account("attaching"),
            WatchSettings.defaults().inNamespace(DEMO.namespace()));
    events = new EventRecorder(management.client(), "test", InstantSource.system());
    controller =
        AttachedControlPlaneControllerSetup.controller(
            cloud,
            management,
            WatchFilter.NONE,
            Optional.of(
                new CaSecretWriter(LabelledSecrets.watch(management), management.client(), events)),
            events);
    controller.start();
  }

  @AfterEach
  void stop() throws Exception {
    controller.close();
    events.close();
    management.close();
    apiServer.close();
  }

  @Test
  void whatTheControllersOfTheControlPlaneWouldSayIsSaid() throws Exception {
    create("");

    ApiObject controlPlane = await(CONTROL_PLANE, AttachedControlPlaneControllerTest::isReady);
    ApiObject infrastructure = await(INFRASTRUCTURE, AttachedControlPlaneControllerTest::isReady);

    assertThat(controlPlane.at("/status/initialized").asBoolean()).isTrue();
    assertThat(controlPlane.at("/status/version").asText()).isEqualTo("v1.35");
    assertThat(controlPlane.at("/status/networkStatus/securityGroups/cluster/id").asText())
        .isEqualTo("sg-1");
    assertThat(controlPlane.at("/spec/network/vpc/id").asText()).isEqualTo("vpc-1");
    assertThat(infrastructure.at("/status/failureDomains").has("zone-1")).isTrue();
    assertThat(infrastructure.at("/spec/network").asText()).isEqualTo("vpc-1");
    for (ApiObject object : new ApiObject[] {controlPlane, infrastructure}) {
      assertThat(object.at("/spec/controlPlaneEndpoint/host").asText()).isEqualTo("api.example");
      assertThat(object.at("/spec/controlPlaneEndpoint/port").asInt()).isEqualTo(443);
      assertThat(object.finalizers()).isEmpty();
    }
  }

  @Test
  void theCaThatTheCloudTellsIsPutWhereDataOfMachinesIsMadeFrom() throws Exception {
    create("");

    ApiObject secret =
        CacheWaits.awaitObject(management.cache(GroupKind.SECRET), CaSecret.key(DEMO), _ -> true);

    assertThat(CaSecret.hasExactly(secret, "the CA")).isTrue();
    assertThat(secret.at("/data").has("tls.key")).isFalse();
    assertThat(secret.ownerReferences()).anyMatch(owner -> owner.kind().equals("Cluster"));
  }

  @Test
  void besideTheControllerOfTheControlPlaneNothingIsSaidOrAsked() throws Exception {
    create("awsmanagedcontrolplane.controlplane.cluster.x-k8s.io");

    awaitWarning("finalizers of a controller of its own");

    assertThat(cloud.asked).hasValue(0);
    assertThat(isReady(management.client().get(CONTROL_PLANE, DEMO).orElseThrow())).isFalse();
  }

  @Test
  void aClusterThatTheCloudDoesNotHaveIsTold() throws Exception {
    cloud.empty = true;
    create("");

    awaitWarning("no cluster of that name");

    assertThat(isReady(management.client().get(CONTROL_PLANE, DEMO).orElseThrow())).isFalse();
  }

  private static boolean isReady(ApiObject object) {
    return object.at("/status/ready").asBoolean();
  }

  private ApiObject await(GroupKind kind, Predicate<ApiObject> wanted) throws InterruptedException {
    return CacheWaits.awaitObject(management.cache(kind), DEMO, wanted);
  }

  private void awaitWarning(String words) throws InterruptedException {
    ApiObject _ =
        CacheWaits.awaitAny(
            management.cache(BuiltInKinds.EVENT),
            event -> event.at("/note").asText().contains(words));
  }

  private void create(String finalizer) {
    ObjectNode controlPlane = object(CONTROL_PLANE);
    if (!finalizer.isEmpty()) {
      MetadataEdits.addFinalizer(controlPlane, finalizer);
    }
    ApiObject _ = management.client().create(controlPlane);
    ApiObject _ = management.client().create(object(INFRASTRUCTURE));
    ObjectNode cluster = TestObjects.cluster(DEMO.namespace(), DEMO.name());
    refer(cluster, "controlPlaneRef", CONTROL_PLANE);
    refer(cluster, "infrastructureRef", INFRASTRUCTURE);
    ApiObject _ = management.client().create(cluster);
  }

  private static void refer(ObjectNode cluster, String field, GroupKind kind) {
    cluster
        .withObject("/spec/" + field)
        .put("apiGroup", kind.group())
        .put("kind", kind.kind())
        .put("name", DEMO.name());
  }

  private static ObjectNode object(GroupKind kind) {
    return TestObjects.parse(
        """
        {"apiVersion": "%s/v1beta2", "kind": "%s",
         "metadata": {"namespace": "%s", "name": "%s"}, "spec": {}}
        """
            .formatted(kind.group(), kind.kind(), DEMO.namespace(), DEMO.name()));
  }
}
