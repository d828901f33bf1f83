package io.weir.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.Crds;
import io.weir.api.GroupKind;
import io.weir.api.harness.TestObjects;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.FreshNamespace;
import io.weir.controlplane.junit.NamedCluster;
import io.weir.controlplane.junit.ServiceNetwork;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.webhook.WebhookSettings.Exposure;
import io.weir.webhook.certificate.CertificateTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Replicas behind the Service that CRDs name, as in a cluster. */
@Tag("explore")
@WithControlPlane
class RollingRestartIT {

  private static final String ADMIN = "system:masters";

  /** An authority is replaced after two seconds, a certificate after eight, of twelve. */
  private static final CertificateTimes HASTY =
      new CertificateTimes(
          Duration.ofHours(1),
          Duration.ofHours(1).minusSeconds(2),
          Duration.ofSeconds(4),
          Duration.ofSeconds(3),
          Duration.ofSeconds(12));

  private static final Duration SHUTDOWN_DELAY = Duration.ofSeconds(2);
  private static final Exposure BY_SERVICE = new Exposure.ByService(SHUTDOWN_DELAY);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

  private final ControlPlane controlPlane;
  private KubeCluster user;

  RollingRestartIT(@NamedCluster(CleanCluster.NAME) ControlPlane controlPlane) {
    this.controlPlane = controlPlane;
  }

  @BeforeAll
  static void install(@NamedCluster(CleanCluster.NAME) ControlPlane controlPlane) throws Exception {
    CleanCluster.install(controlPlane);
  }

  @BeforeEach
  void connect() throws Exception {
    user = CleanCluster.connect(controlPlane);
    controlPlane.apply(
        """
        apiVersion: v1
        kind: Service
        metadata: {name: weir-webhook, namespace: %s}
        spec: {ports: [{port: 443, targetPort: 9443}]}
        """
            .formatted(WebhookReplica.NAMESPACE));
  }

  @AfterEach
  void forget() {
    CleanCluster.forget(user);
    for (ApiObject shipped : Crds.core()) {
      if (shipped.at("/spec/conversion").isMissingNode()) {
        continue;
      }
      ApiObject now =
          user.client().get(GroupKind.CUSTOM_RESOURCE_DEFINITION, shipped.key()).orElseThrow();
      ApiObject _ =
          RetriedEdits.edit(
              user.client(),
              now,
              crd -> crd.withObject("/spec").set("conversion", shipped.at("/spec/conversion")));
    }
    user.close();
  }

  @Test
  void noWriteIsRefusedWhileReplicasAreReplacedAndCertificatesExpire(
      @FreshNamespace(cluster = CleanCluster.NAME) String namespace) throws Exception {
    try (var service = ReplicaService.listenAt(ServiceNetwork.socket(controlPlane));
        var signers = new Signers(user)) {
      Queue<WebhookReplica> replicas = new ArrayDeque<>();
      try {
        replicas.add(start(service));
        replicas.add(start(service));
        Instant firstExpiry = Instant.now().plus(HASTY.servingLifetime());
        WebhookReadiness.await(controlPlane, namespace);
        ApiObject pool = user.client().create(TestObjects.pool(namespace, "demo", "p"));

        var use = ConstantUse.of(controlPlane, user, pool.key());
        int lateConnections = 0;

        try (use) {
          while (use.failures().isEmpty()
              && (signers.count() < 3 || Instant.now().isBefore(firstExpiry))) {
            replicas.add(start(service));
            lateConnections += stop(replicas.remove(), service);
          }
        }

        assertThat(use.failures()).isEmpty();
        assertThat(use.succeeded()).isGreaterThan(20);
        assertThat(lateConnections).as("connections of the Service to who ends").isPositive();
        user.client().delete(pool, PropagationPolicy.BACKGROUND);
      } finally {
        try (ExecutorService ending = Executors.newVirtualThreadPerTaskExecutor()) {
          replicas.forEach(replica -> ending.execute(replica::close)); // each takes its time
        }
      }
    }
  }

  /** As a Deployment does: it is an endpoint as soon as it is ready. */
  private WebhookReplica start(ReplicaService service) throws Exception {
    var replica = WebhookReplica.start(controlPlane, 0, BY_SERVICE, HASTY, ADMIN);
    replica.awaitReady();
    service.add(replica);
    return replica;
  }

  /**
   * As a kubelet does, and as the endpoints follow: callers come by the Service for a while after
   * the process was told to end.
   *
   * @return how many connections it was given then
   */
  private static int stop(WebhookReplica replica, ReplicaService service) throws Exception {
    int before = service.connectionsOf(replica);
    Thread ending = Thread.ofVirtual().start(replica::close);
    long latest = System.nanoTime() + SHUTDOWN_DELAY.toNanos() / 2;
    while (service.connectionsOf(replica) < before + 3 && System.nanoTime() < latest) {
      Thread.sleep(BETWEEN_LOOKS);
    }
    service.remove(replica);
    ending.join();
    return service.connectionsOf(replica) - before;
  }
}
