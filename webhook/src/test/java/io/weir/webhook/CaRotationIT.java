package io.weir.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.FreshNamespace;
import io.weir.controlplane.junit.NamedCluster;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.webhook.certificate.CertificateTimes;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@WithControlPlane
@Tag("explore")
class CaRotationIT {

  private static final String ADMIN = "system:masters";

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
    try (var _ = WebhookReplica.start(controlPlane, 0, HASTY, ADMIN).startLeading();
        var signers = new Signers(user)) {
      WebhookReadiness.await(controlPlane, namespace);
      ApiObject pool = user.client().create(TestObjects.pool(namespace, "demo", "p"));
      var use = ConstantUse.of(controlPlane, user, pool.key());

      try (use) {
        signers.await(3);
      }

      assertThat(use.failures()).isEmpty();
      assertThat(use.succeeded()).isGreaterThan(20);
      user.client().delete(pool, PropagationPolicy.BACKGROUND);
    }
  }
}
