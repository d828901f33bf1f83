package io.weir.manager;

import io.weir.kernel.KubeCluster;
import io.weir.webhook.WebhookRules;
import io.weir.webhook.WebhookSettings;
import io.weir.webhook.Webhooks;
import io.weir.webhook.http.HealthServer;
import io.weir.webhook.http.Readiness;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What answers whether or not the process leads: webhooks, and health.
 *
 * @param webhooks absent where other processes answer them
 * @param health of this process
 */
record WebhookModule(Optional<Webhooks> webhooks, HealthServer health) implements AutoCloseable {

  /**
   * Begins to answer.
   *
   * @throws IllegalArgumentException if an address is taken
   */
  static WebhookModule start(ManagerOptions options, KubeCluster management, Clock clock) {
    Optional<Webhooks> webhooks =
        options.webhooks().enabled()
            ? Optional.of(webhooks(options, management, clock))
            : Optional.empty();
    try {
      return new WebhookModule(webhooks, health(options, webhooks));
    } catch (IllegalArgumentException taken) {
      webhooks.ifPresent(Webhooks::close);
      throw taken;
    }
  }

  /** Tells that this process does not live any more when one of its parts stands still. */
  void watchOver(Supplier<List<String>> standstills) {
    health.watchOver(standstills);
  }

  /** This process leads: it keeps certificates and registrations. */
  void lead() {
    webhooks.ifPresent(Webhooks::startLeading);
  }

  /** This process is about to lead no more. */
  void leave() {
    webhooks.ifPresent(Webhooks::beginShutdown);
  }

  @Override
  public void close() {
    webhooks.ifPresent(Webhooks::close);
    health.close();
  }

  private static Webhooks webhooks(ManagerOptions options, KubeCluster management, Clock clock) {
    WebhookSettings settings =
        options.webhooks().toSettings(options.isInPod(), options.lease().namespace());
    var webhookRules =
        new WebhookRules(
            options.roles().conversions(),
            options.roles().admissions(options.gates(), options.reconciledObjects()));
    try {
      return Webhooks.start(management, webhookRules, settings, clock);
    } catch (IOException taken) {
      throw new IllegalArgumentException(
          "cannot serve webhooks at %s: %s; choose another address with --webhook-host and --webhook-port"
              .formatted(settings.listenAddress(), taken.getMessage()),
          taken);
    }
  }

  private static HealthServer health(ManagerOptions options, Optional<Webhooks> webhooks) {
    InetSocketAddress at = options.webhooks().healthAddress(options.isInPod());
    try {
      return HealthServer.start(
          at, () -> webhooks.map(Webhooks::readiness).orElse(Readiness.READY));
    } catch (IOException taken) {
      throw new IllegalArgumentException(
          "cannot serve health checks at %s: %s; choose another address with --health-addr"
              .formatted(at, taken.getMessage()),
          taken);
    }
  }
}
