package io.weir.webhook;

import io.weir.api.ObjectKey;
import io.weir.kernel.KubeCluster;
import io.weir.webhook.WebhookSettings.Reach;
import io.weir.webhook.certificate.Certificates;
import io.weir.webhook.http.ReviewServer;
import io.weir.webhook.install.Address;
import io.weir.webhook.install.Installation;
import io.weir.webhook.review.AdmissionReviews;
import io.weir.webhook.review.ConversionReviews;
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
  public static final Duration FAREWELL = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(Webhooks.class);

  private final KubeCluster home;
  private final Reach reach;
  private final Certificates certificates;
  private final ReviewServer reviews;
  private final Installation installation;
  private volatile boolean leading;
  private volatile long leavingSince;
  private volatile boolean leaving;
  private final AtomicBoolean closed = new AtomicBoolean();

  private Webhooks(KubeCluster cluster, Rules rules, WebhookSettings settings, InstantSource clock)
      throws IOException {
    home = cluster.namespace(settings.namespace());
    reach = settings.reach();
    certificates =
        new Certificates(
            home,
            new ObjectKey(settings.namespace(), AUTHORITY_SECRET),
            hosts(settings),
            settings.times(),
            clock);
    reviews =
        ReviewServer.start(
            settings.listen(),
            certificates.context(),
            new AdmissionReviews(rules.admissions()),
            new ConversionReviews(
                rules.conversions(), new ContractLookup(cluster, System::nanoTime)));
    installation =
        new Installation(
            cluster,
            certificates,
            address(settings),
            rules.reviewed(),
            () -> leading || reach instanceof Reach.ByService);
  }

  /**
   * Opens the port and begins to install; returns at once.
   *
   * @throws IOException if the port cannot be used
   */
  public static Webhooks start(
      KubeCluster cluster, Rules rules, WebhookSettings settings, InstantSource clock)
      throws IOException {
    var webhooks = new Webhooks(cluster, rules, settings, clock);
    webhooks.certificates.begin(
        webhooks.installation::everywhereTrusted, webhooks.installation::wake);
    webhooks.installation.begin();
    LOG.info("serving webhooks at {}", webhooks.listens());
    return webhooks;
  }

  /** This replica leads from now on. */
  public void lead() {
    leading = true;
    installation.wake();
  }

  /** Where reviews are answered. */
  public InetSocketAddress listens() {
    return reviews.address();
  }

  /** Why the API server cannot rely on this replica, for people; empty if it can. */
  public List<String> obstacles() {
    var all = new ArrayList<String>();
    if (leaving) {
      all.add("the process is shutting down");
    }
    all.addAll(installation.obstacles());
    return all;
  }

  /** The process is about to end: not ready any more, but everything is answered as before. */
  public void leave() {
    leavingSince = System.nanoTime();
    leaving = true;
    reviews.leave();
  }

  /** Answers what is under way, and whoever does not know yet, and ends. Repeating is harmless. */
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    if (!leaving) {
      leave();
    }
    installation.close();
    certificates.close();
    if (reach instanceof Reach.ByService(var farewell)) {
      stay(farewell.toNanos() - (System.nanoTime() - leavingSince));
    }
    reviews.close();
    home.close();
  }

  /** Nothing tells when the last caller has learnt that this replica goes; only time does. */
  private static void stay(long nanos) {
    try {
      boolean _ = new CountDownLatch(1).await(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  private Address address(WebhookSettings settings) {
    return switch (settings.reach()) {
      case Reach.ByService _ -> new Address.Service(settings.namespace(), Address.SERVICE);
      case Reach.ByUrl(var url) -> new Address.Url(url.orElseGet(this::ownUrl));
    };
  }

  private URI ownUrl() {
    InetSocketAddress at = reviews.address();
    String host = at.getAddress().isAnyLocalAddress() ? "127.0.0.1" : at.getHostString();
    String literal = host.contains(":") ? "[" + host + "]" : host;
    return URI.create("https://" + literal + ":" + at.getPort());
  }

  private static List<String> hosts(WebhookSettings settings) {
    return switch (settings.reach()) {
      case Reach.ByService _ -> {
        String name = Address.SERVICE + "." + settings.namespace();
        yield List.of(name + ".svc", name + ".svc.cluster.local", name, Address.SERVICE);
      }
      case Reach.ByUrl(var url) -> {
        var hosts = new ArrayList<>(List.of("127.0.0.1", "localhost"));
        if (!settings.listen().getAddress().isAnyLocalAddress()) {
          hosts.add(settings.listen().getAddress().getHostAddress());
        }
        url.map(URI::getHost).map(host -> host.replaceAll("[\\[\\]]", "")).ifPresent(hosts::add);
        yield hosts.stream().distinct().toList();
      }
    };
  }
}
