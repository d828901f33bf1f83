package io.weir.webhook.certificate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;
import io.weir.webhook.certificate.Authorities.Alone;
import io.weir.webhook.certificate.Authorities.Announced;
import io.weir.webhook.certificate.Authorities.Known;
import io.weir.webhook.certificate.Authorities.Switched;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;

/** The authorities as a Secret that all replicas share. */
final class AuthoritySecret {

  private static final String SIGNING = "ca";
  private static final String NEXT = "next";
  private static final String LAST = "last";
  private static final String SINCE = "weir.io/since";

  private AuthoritySecret() {}

  /** A Secret that does not exist yet. */
  static ObjectNode fresh(ObjectKey key, Authorities authorities) {
    ObjectNode secret =
        Json.MAPPER
            .createObjectNode()
            .put("apiVersion", "v1")
            .put("kind", "Secret")
            .put("type", "Opaque");
    secret.putObject("metadata").put("namespace", key.namespace()).put("name", key.name());
    write(secret, authorities);
    return secret;
  }

  /** Makes the Secret hold these authorities and no others. */
  static void write(ObjectNode secret, Authorities authorities) {
    ObjectNode metadata = secret.withObject("/metadata");
    metadata.withObject("/labels").put(Keys.WEBHOOK, "authority");
    ObjectNode annotations = metadata.withObject("/annotations");
    annotations.remove(SINCE);
    ObjectNode data = secret.putObject("data");
    put(data, SIGNING, authorities.signing());
    switch (authorities) {
      case Alone _ -> {}
      case Announced(var _, var next) -> put(data, NEXT, next);
      case Known(var _, var next, var since) -> {
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
  static Authorities read(ApiObject secret) throws GeneralSecurityException {
    Authority signing = authority(secret, SIGNING);
    String since = secret.annotation(SINCE).orElse("");
    if (has(secret, NEXT + ".crt")) {
      Authority next = authority(secret, NEXT);
      return since.isEmpty()
          ? new Announced(signing, next)
          : new Known(signing, next, instant(since));
    }
    return has(secret, LAST + ".crt")
        ? new Switched(signing, Pem.certificate(text(secret, LAST + ".crt")), instant(since))
        : new Alone(signing);
  }

  private static void put(ObjectNode data, String name, Authority authority) {
    put(data, name + ".crt", Pem.of(authority.certificate()));
    put(data, name + ".key", Pem.of(authority.key()));
  }

  private static void put(ObjectNode data, String key, String text) {
    data.put(key, Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII)));
  }

  private static Authority authority(ApiObject secret, String name)
      throws GeneralSecurityException {
    return new Authority(
        Pem.certificate(text(secret, name + ".crt")), Pem.key(text(secret, name + ".key")));
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
