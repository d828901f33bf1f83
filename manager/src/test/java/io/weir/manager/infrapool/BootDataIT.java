package io.weir.manager.infrapool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.BootstrapKeys;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.FreshNamespace;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.manager.cloud.Pace;
import io.weir.manager.cloud.SteadyClock;
import io.weir.manager.harness.Edits;
import io.weir.manager.harness.Objects;
import io.weir.manager.harness.Seen;
import io.weir.manager.harness.Weir;
import io.weir.manager.objects.Metadata;
import io.weir.manager.objects.WatchFilter;
import io.weir.manager.runtime.KubeCluster;
import io.weir.manager.runtime.cache.WatchSettings;
import io.weir.manager.runtime.events.EventRecorder;
import io.weir.manager.runtime.kube.LabelSelector;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What wakes an infrastructure pool whose first-boot data changes. */
@WithControlPlane
class BootDataIT {

  private static final String CLUSTER = "c";
  private static final String VERSION = "v1.35.4";

  /** No look of its own accord wakes a pool while a test lasts. */
  private static final Pace STILL =
      new Pace(Duration.ofMillis(50), Duration.ofHours(1), Duration.ofHours(1));

  private final ControlPlane plane;
  private final BootCloud cloud = new BootCloud();
  private String namespace = "";
  private KubeCluster user;
  private KubeCluster management;
  private EventRecorder events;
  private InfraPools pools;

  BootDataIT(ControlPlane plane) {
    this.plane = plane;
  }

  @BeforeAll
  static void install(ControlPlane plane) throws Exception {
    Weir.install(plane);
  }

  @BeforeEach
  void start(@FreshNamespace String fresh) throws Exception {
    namespace = fresh;
    WatchSettings settings = WatchSettings.defaults().in(fresh);
    user = Weir.connect(plane, Weir.account("user"), settings);
    management = Weir.connect(plane, Weir.account("weir"), settings);
    events = new EventRecorder(management.client(), "weir", Clock.systemUTC());
    pools =
        InfraPools.of(
            cloud,
            new InfraPools.Shared(
                management,
                management.cache(GroupKind.SECRET, LabelSelector.exists(Keys.CLUSTER_NAME)),
                WatchFilter.NONE,
                events,
                Clock.systemUTC(),
                new SteadyClock(Clock.systemUTC()),
                STILL,
                1)); // passes go in the order of what brought them
    pools.controller().start();
  }

  @AfterEach
  void stop() {
    pools.controller().close();
    pools.close();
    events.close();
    management.close();
    user.close();
  }

  @Test
  void dataOfAnotherVersionThatReadsTheSameLetsAPoolGoOn() throws Exception {
    ObjectNode tree = secret("data", "the same");
    Metadata.label(tree, Keys.CLUSTER_NAME, CLUSTER);
    Metadata.annotate(tree, BootstrapKeys.KUBERNETES_VERSION, "v1.35.3");
    ApiObject secret = user.client().create(tree);
    awaitSaying(pool("workers", "data"), "waiting for data");
    settle();

    ApiObject _ =
        Edits.edit(
            user.client(),
            secret,
            edit -> Metadata.annotate(edit, BootstrapKeys.KUBERNETES_VERSION, VERSION));

    assertThat(cloud.nextMade()).isEqualTo("workers=the same");
  }

  @Test
  void anEditOfASecretWithoutALabelReachesThePoolThatNamesIt() throws Exception {
    ApiObject secret = user.client().create(secret("own", "first"));
    cloud.holds("workers", "first");
    awaitSaying(pool("workers", "own"), "first");
    settle();

    ApiObject _ =
        Edits.edit(
            user.client(),
            secret,
            edit -> edit.withObject("/data").put("value", encoded("second")));

    assertThat(cloud.nextMade()).isEqualTo("workers=second");
  }

  @Test
  void aSecretWithoutALabelIsSeenWhenItComes() throws Exception {
    awaitSaying(pool("workers", "late"), "there is no data");
    settle();

    ApiObject _ = user.client().create(secret("late", "come"));

    assertThat(cloud.nextMade()).isEqualTo("workers=come");
  }

  /** Another pool has its first pass after those before it had all of theirs. */
  private void settle() throws Exception {
    awaitSaying(pool("barrier", "missing"), "there is no data");
  }

  private void awaitSaying(ObjectKey pool, String words) throws Exception {
    ApiObject _ = Seen.as(user.cache(BootCloud.KIND), pool, found -> words.equals(said(found)));
  }

  private static String said(ApiObject pool) {
    for (var condition : pool.at("/status/conditions")) {
      if (condition.path("type").asText().equals(BootCloud.CONDITION)) {
        return condition.path("message").asText();
      }
    }
    return "";
  }

  private ObjectNode secret(String name, String value) {
    ObjectNode secret =
        Objects.of(
            """
            {"apiVersion": "v1", "kind": "Secret",
             "metadata": {"namespace": "%s", "name": "%s"}}
            """
                .formatted(namespace, name));
    secret.withObject("/data").put("value", encoded(value));
    return secret;
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A pool that boots from the Secret. */
  private ObjectKey pool(String name, String secret) {
    ObjectNode tree = Objects.pool(namespace, CLUSTER, name);
    tree.withObject("/spec/template/spec").put("version", VERSION);
    tree.withObject("/spec/template/spec/bootstrap").put("dataSecretName", secret);
    tree.withObject("/spec/template/spec/bootstrap").remove("configRef");
    ApiObject machinePool = user.client().create(tree);
    ObjectNode machines =
        Objects.of(
            """
            {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2", "kind": "AWSMachinePool",
             "metadata": {"namespace": "%s", "name": "%s"},
             "spec": {"minSize": 1, "maxSize": 3, "awsLaunchTemplate": {}}}
            """
                .formatted(namespace, name));
    Metadata.control(machines, machinePool);
    return user.client().create(machines).key();
  }
}
