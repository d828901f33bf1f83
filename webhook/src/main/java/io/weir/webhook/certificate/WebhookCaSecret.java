package io.weir.webhook.certificate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.webhook.certificate.CaRotationState.Announced;
import io.weir.webhook.certificate.CaRotationState.Distributed;
import io.weir.webhook.certificate.CaRotationState.Stable;
import io.weir.webhook.certificate.CaRotationState.Switched;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;

/** The authorities as a Secret that all replicas share. */
final class WebhookCaSecret {

  private static final String SIGNING = "ca";
  private static final String NEXT = "next";
  private static final String LAST = "last";
  private static final String SINCE = "weir.io/since";

  private WebhookCaSecret() {}

  /** A Secret that does not exist yet. */
  static ObjectNode newSecret(ObjectKey key, CaRotationState caRotationState) {
    ObjectNode secret =
        Json.MAPPER
            .createObjectNode()
            .put("apiVersion", "v1")
            .put("kind", "Secret")
            .put("type", "Opaque");
    secret.putObject("metadata").put("namespace", key.namespace()).put("name", key.name());
    write(secret, caRotationState);
    return secret;
  }

  /** Makes the Secret hold these authorities and no others. */
  static void write(ObjectNode secret, CaRotationState caRotationState) {
    ObjectNode metadata = secret.withObject("/metadata");
    metadata.withObject("/labels").put(MetadataKeys.WEBHOOK, "authority");
    ObjectNode annotations = metadata.withObject("/annotations");
    annotations.remove(SINCE);
    ObjectNode data = secret.putObject("data");
    put(data, SIGNING, caRotationState.signingCa());
    switch (caRotationState) {
      case Stable _ -> {}
      case Announced(var _, var next) -> put(data, NEXT, next);
      case Distributed(var _, var next, var since) -> {
        put(data, NEXT, next);
        annotations.put(SINCE, since.toString());
      }
      case Switched(var _, var last, var since) -> {
        put(data, LAST + ".crt", Pem.of(last));
        annotations.put(SINCE, since.toString());
      }
    }
  }

  /**
   * Reads a Secret.
   *
   * @throws GeneralSecurityException if it does not hold authorities; the message holds nothing of
   *     the content
   */
  static CaRotationState read(ApiObject secret) throws GeneralSecurityException {
    WebhookCa signing = authority(secret, SIGNING);
    String since = secret.annotation(SINCE).orElse("");
    if (has(secret, NEXT + ".crt")) {
      WebhookCa next = authority(secret, NEXT);
      return since.isEmpty()
          ? new Announced(signing, next)
          : new Distributed(signing, next, instant(since));
    }
    return has(secret, LAST + ".crt")
        ? new Switched(signing, Pem.parseCertificate(text(secret, LAST + ".crt")), instant(since))
        : new Stable(signing);
  }

  private static void put(ObjectNode data, String name, WebhookCa webhookCa) {
    put(data, name + ".crt", Pem.of(webhookCa.certificate()));
    put(data, name + ".key", Pem.of(webhookCa.key()));
  }

  private static void put(ObjectNode data, String key, String text) {
    data.put(key, Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII)));
  }

  private static WebhookCa authority(ApiObject secret, String name)
      throws GeneralSecurityException {
    return new WebhookCa(
        Pem.parseCertificate(text(secret, name + ".crt")),
        Pem.parseKey(text(secret, name + ".key")));
  }

  private static boolean has(ApiObject secret, String key) {
    return secret.at("/data").has(key);
  }

  private static String text(ApiObject secret, String key) throws GeneralSecurityException {
    try {
      byte[] bytes = Base64.getDecoder().decode(secret.at("/data").path(key).asText(""));
      return new String(bytes, StandardCharsets.US_ASCII);
    } catch (IllegalArgumentException _) {
      throw new GeneralSecurityException(key + " is not Base64");
    }
  }

  private static Instant instant(String text) throws GeneralSecurityException {
    try {
      return Instant.parse(text);
    } catch (DateTimeException _) {
      throw new GeneralSecurityException("the annotation " + SINCE + " is not a time");
    }
  }
}
