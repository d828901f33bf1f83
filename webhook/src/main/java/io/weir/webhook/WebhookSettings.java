package io.weir.webhook;

import io.weir.webhook.certificate.CertificateTimes;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * How the webhooks are reached.
 *
 * @param listenAddress where reviews are answered; port 0 for a free one
 * @param exposure how the API server finds them
 * @param namespace of the Secret that replicas share, and of their Service
 * @param times of certificates
 */
public record WebhookSettings(
    InetSocketAddress listenAddress, Exposure exposure, String namespace, CertificateTimes times) {

  /** How the API server finds the webhooks. */
  public sealed interface Exposure {
    /**
     * By the Service of all replicas.
     *
     * @param shutdownDelay how long callers may come after the process was told to stop, because
     *     they do not know it yet
     */
    record ByService(Duration shutdownDelay) implements Exposure {}

    /**
     * By a URL, of the replica that leads.
     *
     * @param url https, without a path; empty for the address that is listened at
     */
    record ByUrl(Optional<URI> url) implements Exposure {}
  }
}
