package io.weir.webhook;

import io.weir.api.ObjectKey;
import io.weir.kernel.KubeCluster;
import io.weir.webhook.WebhookSettings.Exposure;
import io.weir.webhook.certificate.WebhookCertificates;
import io.weir.webhook.http.Readiness;
import io.weir.webhook.http.ReviewServer;
import io.weir.webhook.install.OwnKinds;
import io.weir.webhook.install.Registration;
import io.weir.webhook.install.WebhookAddress;
import io.weir.webhook.install.WebhookInstaller;
import io.weir.webhook.review.AdmissionReviewHandler;
import io.weir.webhook.review.ConversionReviewHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The webhooks of one replica, from port to certificate to what the API server knows of them. They
 * answer as soon as the shared authority is read, and until {@link #close} has returned.
 */
public final class Webhooks implements AutoCloseable {

  /** Name of the Secret with the authority. */
  public static final String AUTHORITY_SECRET = "weir-webhook-ca";

  /** How long callers may come by the Service after a Pod is told to stop. */
  public static final Duration SHUTDOWN_DELAY = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(Webhooks.class);

  private final KubeCluster home;
  private final Exposure exposure;
  private final WebhookCertificates webhookCertificates;
  private final ReviewServer reviews;
  private final WebhookInstaller installer;
  private volatile boolean leading;
  private volatile long shutdownSince;
  private volatile boolean shuttingDown;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final InstantSource clock;
  private final AtomicReference<ReadinessRule> rule;

  private Webhooks(
      KubeCluster cluster, WebhookRules webhookRules, WebhookSettings settings, InstantSource clock)
      throws IOException {
    home = cluster.inNamespace(settings.namespace());
    exposure = settings.exposure();
    this.clock = clock;
    rule = new AtomicReference<>(ReadinessRule.startedAt(clock.instant()));
    webhookCertificates =
        new WebhookCertificates(
            home,
            new ObjectKey(settings.namespace(), AUTHORITY_SECRET),
            hosts(settings),
            settings.times(),
            clock);
    var contracts = new ContractVersionLookup(cluster, System::nanoTime);
    reviews =
        ReviewServer.start(
            settings.listenAddress(),
            webhookCertificates.sslContext(),
            new AdmissionReviewHandler(
                webhookRules.admissions(),
                webhookRules.conversions(),
                contracts,
                new AccessReviews(cluster)),
            new ConversionReviewHandler(webhookRules.conversions(), contracts));
    installer =
        new WebhookInstaller(
            cluster,
            webhookCertificates,
            address(settings),
            new OwnKinds(webhookRules.convertedVersions(), webhookRules.reviewedKinds()),
            () -> !shuttingDown && (leading || exposure instanceof Exposure.ByService),
            registration -> {
              ReadinessRule _ = rule.updateAndGet(now -> now.after(registration));
            });
  }

  /**
   * Opens the port and begins to install; returns at once.
   *
   * @throws IOException if the port cannot be used
   */
  public static Webhooks start(
      KubeCluster cluster, WebhookRules webhookRules, WebhookSettings settings, InstantSource clock)
      throws IOException {
    var webhooks = new Webhooks(cluster, webhookRules, settings, clock);
    webhooks.webhookCertificates.start(
        webhooks.installer::isTrustedEverywhere, webhooks.installer::wake);
    webhooks.installer.start();
    LOG.info("serving webhooks at {}", webhooks.listenAddress());
    return webhooks;
  }

  /** This replica leads from now on. */
  public void startLeading() {
    leading = true;
    installer.startLeading();
  }

  /** Where reviews are answered. */
  public InetSocketAddress listenAddress() {
    return reviews.address();
  }

  /** Whether callers should come to this replica, and what API servers cannot ask it about. */
  public Readiness readiness() {
    if (shuttingDown) {
      return new Readiness(false, List.of("the process is shutting down"));
    }
    Registration registration = installer.registration();
    return rule.updateAndGet(now -> now.after(registration))
        .readiness(registration, clock.instant());
  }

  /** The process is about to end: not ready any more, but everything is answered as before. */
  public void beginShutdown() {
    shutdownSince = System.nanoTime();
    shuttingDown = true;
    reviews.beginShutdown();
  }

  /** Answers what is under way, and whoever does not know yet, and ends. Repeating is harmless. */
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    if (!shuttingDown) {
      beginShutdown();
    }
    installer.close();
    webhookCertificates.close();
    if (exposure instanceof Exposure.ByService(var farewell)) {
      awaitLateCallers(farewell.toNanos() - (System.nanoTime() - shutdownSince));
    }
    reviews.close();
    home.close();
  }

  /** Nothing tells when the last caller has learnt that this replica goes; only time does. */
  private static void awaitLateCallers(long nanos) {
    try {
      boolean _ = new CountDownLatch(1).await(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  private WebhookAddress address(WebhookSettings settings) {
    return switch (settings.exposure()) {
      case Exposure.ByService _ ->
          new WebhookAddress.Service(settings.namespace(), WebhookAddress.SERVICE);
      case Exposure.ByUrl(var url) -> new WebhookAddress.Url(url.orElseGet(this::ownUrl));
    };
  }

  private URI ownUrl() {
    InetSocketAddress at = reviews.address();
    String host = at.getAddress().isAnyLocalAddress() ? "127.0.0.1" : at.getHostString();
    String literal = host.contains(":") ? "[" + host + "]" : host;
    return URI.create("https://" + literal + ":" + at.getPort());
  }

  private static List<String> hosts(WebhookSettings settings) {
    return switch (settings.exposure()) {
      case Exposure.ByService _ -> {
        String name = WebhookAddress.SERVICE + "." + settings.namespace();
        yield List.of(name + ".svc", name + ".svc.cluster.local", name, WebhookAddress.SERVICE);
      }
      case Exposure.ByUrl(var url) -> {
        var hosts = new ArrayList<>(List.of("127.0.0.1", "localhost"));
        if (!settings.listenAddress().getAddress().isAnyLocalAddress()) {
          hosts.add(settings.listenAddress().getAddress().getHostAddress());
        }
        url.map(URI::getHost).map(host -> host.replaceAll("[\\[\\]]", "")).ifPresent(hosts::add);
        yield hosts.stream().distinct().toList();
      }
    };
  }
}
