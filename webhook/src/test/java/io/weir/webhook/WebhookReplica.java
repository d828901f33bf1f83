package io.weir.webhook;

import io.weir.api.FeatureGates;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.admission.Admission;
import io.weir.api.conversion.Conversions;
import io.weir.bootstrap.admission.BootstrapAdmissions;
import io.weir.controlplane.ControlPlane;
import io.weir.engine.admission.EngineAdmissions;
import io.weir.engine.watch.ReconciledObjects;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.kube.RequestListener;
import io.weir.webhook.WebhookSettings.Exposure;
import io.weir.webhook.certificate.CertificateTimes;
import io.weir.webhook.http.HealthServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The webhooks of a manager without the rest of it. */
final class WebhookReplica implements AutoCloseable {

  static final String NAMESPACE = "weir-system";

  private final KubeCluster cluster;
  private final Webhooks webhooks;
  private final HealthServer health;

  private WebhookReplica(KubeCluster cluster, Webhooks webhooks, HealthServer health) {
    this.cluster = cluster;
    this.health = health;
    this.webhooks = webhooks;
  }

  /** Starts it under an account with the given groups. */
  static WebhookReplica start(
      ControlPlane controlPlane, int port, CertificateTimes times, String... groups)
      throws Exception {
    return start(controlPlane, port, new Exposure.ByUrl(Optional.empty()), times, groups);
  }

  static WebhookReplica start(
      ControlPlane controlPlane,
      int port,
      Exposure exposure,
      CertificateTimes times,
      String... groups)
      throws Exception {
    KubeCluster cluster =
        KubeCluster.connect(
            KubeConfigs.fromText(controlPlane.kubeconfig("replica", groups), "test"),
            WatchSettings.defaults(),
            RequestListener.NONE);
    var settings = new WebhookSettings(loopback(port), exposure, NAMESPACE, times);
    List<Admission> admissions =
        Stream.of(
                EngineAdmissions.all(FeatureGates.DEFAULT, ReconciledObjects.ALL),
                BootstrapAdmissions.all(FeatureGates.DEFAULT))
            .flatMap(List::stream)
            .toList();
    var webhookRules = new WebhookRules(Conversions.all(), admissions);
    Webhooks webhooks = Webhooks.start(cluster, webhookRules, settings, InstantSource.system());
    return new WebhookReplica(
        cluster, webhooks, HealthServer.start(loopback(0), webhooks::readiness));
  }

  /** Leads, and returns when the API server relies on it. */
  WebhookReplica startLeading() throws InterruptedException {
    webhooks.startLeading();
    try {
      awaitReady();
      return this;
    } catch (AssertionError failure) {
      close();
      throw failure;
    }
  }

  void awaitReady() throws InterruptedException {
    await(() -> webhooks.readiness().problems());
  }

  /** Returns when it says of a problem that begins so. */
  void awaitProblem(String beginning) throws InterruptedException {
    await(
        () ->
            webhooks.readiness().problems().stream().anyMatch(told -> told.startsWith(beginning))
                ? List.of()
                : List.of(beginning));
  }

  private void await(Supplier<List<String>> missing) throws InterruptedException {
    Waits.untilEmpty(
        missing,
        cluster.cache(GroupKind.CUSTOM_RESOURCE_DEFINITION),
        configurations(cluster, BuiltInKinds.MUTATING_WEBHOOK_CONFIGURATION),
        configurations(cluster, BuiltInKinds.VALIDATING_WEBHOOK_CONFIGURATION));
  }

  static ObjectCache configurations(KubeCluster cluster, GroupKind kind) {
    return cluster.cache(kind, ObjectSelector.withLabel(MetadataKeys.WEBHOOK));
  }

  Webhooks webhooks() {
    return webhooks;
  }

  int port() {
    return webhooks.listenAddress().getPort();
  }

  /** What it says at this path of its health port, after the code. */
  String health(String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + health.address().getPort() + path);
    try (var client = HttpClient.newHttpClient()) {
      var answer =
          client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() + " " + answer.body();
    }
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  @Override
  public void close() {
    webhooks.close();
    health.close();
    cluster.close();
  }
}
