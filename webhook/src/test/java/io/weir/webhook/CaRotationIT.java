package io.weir.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.FreshNamespace;
import io.weir.controlplane.junit.NamedCluster;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.KubeHttp;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.kernel.kube.RequestInfo;
import io.weir.kernel.kube.RequestListener;
import io.weir.webhook.certificate.CertificateTimes;
import java.io.InputStream;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@WithControlPlane
@Tag("explore")
class CaRotationIT {

  private static final String ADMIN = "system:masters";
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** A load of requests, and some room on the cores for what else runs there. */
  private static final Duration BETWEEN_REQUESTS = Duration.ofMillis(20);

  /** An authority lives for an hour, and is replaced after two seconds. */
  private static final CertificateTimes HASTY =
      new CertificateTimes(
          Duration.ofHours(1),
          Duration.ofHours(1).minusSeconds(2),
          Duration.ofSeconds(5),
          Duration.ofSeconds(2),
          Duration.ofMinutes(30));

  private final ControlPlane controlPlane;

  private KubeCluster user;

  CaRotationIT(@NamedCluster(CleanCluster.NAME) ControlPlane controlPlane) {
    this.controlPlane = controlPlane;
  }

  @BeforeAll
  static void install(@NamedCluster(CleanCluster.NAME) ControlPlane controlPlane) throws Exception {
    CleanCluster.install(controlPlane);
  }

  /** Each test begins with an authority of its own, of the life that it wants. */
  @BeforeEach
  void connect() throws Exception {
    user = CleanCluster.connect(controlPlane);
  }

  @AfterEach
  void forget() {
    CleanCluster.forget(user);
    user.close();
  }

  /** As one does who has to assume that the key is known to others. */
  @Test
  void whoDeletesTheSecretGetsAnotherAuthorityAndBothAreTrustedMeanwhile() throws Exception {
    try (var webhookReplica =
        WebhookReplica.start(controlPlane, 0, CertificateTimes.DEFAULT, ADMIN).startLeading()) {
      var key = new ObjectKey(WebhookReplica.NAMESPACE, Webhooks.AUTHORITY_SECRET);
      var secrets = user.cache(GroupKind.SECRET, ObjectSelector.withLabel(MetadataKeys.WEBHOOK));
      ApiObject before = CacheWaits.awaitObject(secrets, key, any -> true);

      user.client().delete(before, PropagationPolicy.BACKGROUND);

      ApiObject after =
          CacheWaits.awaitObject(secrets, key, now -> !now.uid().equals(before.uid()));
      assertThat(after.at("/data").path("ca.crt")).isEqualTo(before.at("/data").path("ca.crt"));
      assertThat(after.at("/data").has("next.crt")).isTrue();
      webhookReplica.awaitReady();
      ApiObject known =
          CacheWaits.awaitObject(secrets, key, now -> now.annotation("weir.io/since").isPresent());
      assertThat(known.at("/data").path("next.crt")).isEqualTo(after.at("/data").path("next.crt"));
    }
  }

  @Test
  void noRequestIsLostWhileAuthoritiesAreReplaced(
      @FreshNamespace(cluster = CleanCluster.NAME) String namespace) throws Exception {
    var failures = new ConcurrentSkipListSet<String>();
    var done = new AtomicInteger();
    try (var _ = WebhookReplica.start(controlPlane, 0, HASTY, ADMIN).startLeading()) {
      WebhookReadiness.await(controlPlane, namespace);
      ApiObject pool = user.client().create(TestObjects.pool(namespace, "demo", "p"));
      var stopped = new AtomicBoolean();

      try (var load = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < 3; i++) {
          load.execute(() -> read(pool.key(), stopped, done, failures));
        }
        load.execute(() -> write(user, pool.key(), stopped, done, failures));
        try {
          assertThat(awaitSigners(user, 3)).hasSizeGreaterThanOrEqualTo(3);
        } finally {
          stopped.set(true);
        }
      }

      assertThat(failures).isEmpty();
      assertThat(done.get()).isGreaterThan(20);
      user.client().delete(pool, PropagationPolicy.BACKGROUND);
    }
  }

  /** Reads the stored object in the other version, which needs a conversion. */
  private void read(
      ObjectKey key, AtomicBoolean stopped, AtomicInteger done, Set<String> failures) {
    try (KubeHttp http =
        KubeHttp.connect(
            KubeConfigs.fromText(controlPlane.kubeconfig("reader", ADMIN), "test"),
            RequestListener.NONE)) {
      var requestInfo = new RequestInfo("get", GroupKind.MACHINE_POOL, key);
      String path =
          "/apis/cluster.x-k8s.io/v1beta1/namespaces/%s/machinepools/%s"
              .formatted(key.namespace(), key.name());
      while (!stopped.get()) {
        try (InputStream answer =
            http.openStream(requestInfo, path, Duration.ofSeconds(30), Duration.ofMinutes(10))) {
          assertThat(Json.MAPPER.readTree(answer).at("/spec/replicas").asInt()).isEqualTo(1);
          done.incrementAndGet();
        }
        Thread.sleep(BETWEEN_REQUESTS);
      }
    } catch (Exception | AssertionError failure) {
      failures.add("read: " + failure.getMessage());
    }
  }

  /** Writes the object, which needs two reviews. */
  private static void write(
      KubeCluster user,
      ObjectKey key,
      AtomicBoolean stopped,
      AtomicInteger done,
      Set<String> failures) {
    try {
      while (!stopped.get()) {
        ApiObject now = user.client().get(GroupKind.MACHINE_POOL, key).orElseThrow();
        ApiObject _ =
            RetriedEdits.edit(
                user.client(),
                now,
                tree ->
                    tree.withObject("/metadata/annotations")
                        .put("test/turn", String.valueOf(done.incrementAndGet())));
        Thread.sleep(BETWEEN_REQUESTS);
      }
    } catch (KubeException | InterruptedException failure) {
      failures.add("write: " + failure.getMessage());
    }
  }

  /** Waits until so many authorities have signed. */
  private static Set<String> awaitSigners(KubeCluster user, int count) throws Exception {
    var signers = new LinkedHashSet<String>();
    var enough = new CountDownLatch(1);
    Change.Listener listener =
        change -> {
          signers.add(change.object().at("/data").path("ca.crt").asText());
          if (signers.size() >= count) {
            enough.countDown();
          }
        };
    var secrets = user.cache(GroupKind.SECRET, ObjectSelector.withLabel(MetadataKeys.WEBHOOK));
    try (var _ = secrets.subscribe(listener)) {
      assertThat(enough.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
    return signers;
  }
}
