package io.weir.webhook.install;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.webhook.certificate.Pem;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.Base64;

/** What objects trust. */
final class CaBundles {

  private CaBundles() {}

  /** Whether a client configuration trusts the authority; only bundles that we wrote are read. */
  static boolean contains(JsonNode client, X509Certificate authority) {
    try {
      byte[] bytes = Base64.getDecoder().decode(client.path("caBundle").asText(""));
      return new String(bytes, StandardCharsets.US_ASCII).contains(Pem.of(authority));
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
