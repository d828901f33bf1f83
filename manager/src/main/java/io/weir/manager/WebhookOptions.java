package io.weir.manager;

import io.weir.webhook.WebhookSettings;
import io.weir.webhook.WebhookSettings.Exposure;
import io.weir.webhook.Webhooks;
import io.weir.webhook.certificate.CertificateTimes;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * Where the webhooks and the health of the process are found, as people say it.
 *
 * @param enabled whether this process answers webhooks; another one must if it does not
 * @param host the address that webhooks are answered at; empty for all in a Pod, and for the
 *     loopback address elsewhere
 * @param port of the webhooks; 0 for a free one
 * @param url by which the API server reaches them; empty for the Service in a Pod, and for the
 *     address and port elsewhere
 * @param healthAddr {@code host:port}, the host empty as above, the port 0 for a free one
 */
record WebhookOptions(boolean enabled, String host, int port, String url, String healthAddr) {

  private static final int HIGHEST_PORT = 65_535;

  WebhookOptions {
    if (port < 0 || port > HIGHEST_PORT) {
      throw new IllegalArgumentException("--webhook-port is " + port + ": use 0 to 65535");
    }
  }

  /**
   * As the server wants it.
   *
   * @param inPod whether this process runs in a Pod of the cluster
   * @param namespace of the lease, which the Secret and the Service share
   * @throws IllegalArgumentException if an option is wrong, with a sentence for people
   */
  WebhookSettings toSettings(boolean inPod, String namespace) {
    String bind = host.isEmpty() ? anywhere(inPod) : host;
    Exposure exposure =
        inPod && url.isEmpty()
            ? new Exposure.ByService(Webhooks.SHUTDOWN_DELAY)
            : new Exposure.ByUrl(url.isEmpty() ? Optional.empty() : Optional.of(base()));
    return new WebhookSettings(
        new InetSocketAddress(resolve("--webhook-host", bind), port),
        exposure,
        namespace,
        CertificateTimes.DEFAULT);
  }

  private URI base() {
    try {
      URI given = new URI(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
      if ("https".equals(given.getScheme())
          && given.getHost() != null
          && given.getQuery() == null
          && given.getFragment() == null) {
        return given;
      }
    } catch (URISyntaxException _) {
      // Told below, as is all else that is wrong with it.
    }
    throw new IllegalArgumentException(
        "--webhook-url is " + url + ": use https://host:port, without a query");
  }

  /**
   * Where health is told.
   *
   * @throws IllegalArgumentException if the option is wrong, with a sentence for people
   */
  InetSocketAddress healthAddress(boolean inPod) {
    int colon = healthAddr.lastIndexOf(':');
    String where = colon < 0 ? "" : healthAddr.substring(0, colon).replaceAll("[\\[\\]]", "");
    InetAddress address = resolve("--health-addr", where.isEmpty() ? anywhere(inPod) : where);
    try {
      return new InetSocketAddress(address, Integer.parseInt(healthAddr.substring(colon + 1)));
    } catch (IllegalArgumentException noPort) {
      throw new IllegalArgumentException(
          "--health-addr is " + healthAddr + ": use host:port or :port", noPort);
    }
  }

  private static String anywhere(boolean inPod) {
    return inPod ? "0.0.0.0" : "127.0.0.1";
  }

  private static InetAddress resolve(String option, String name) {
    try {
      return InetAddress.getByName(name);
    } catch (UnknownHostException unknown) {
      throw new IllegalArgumentException(
          option + " names " + name + ", which is not an address of this machine", unknown);
    }
  }
}
