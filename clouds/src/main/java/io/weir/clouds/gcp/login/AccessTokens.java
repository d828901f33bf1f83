package io.weir.clouds.gcp.login;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.weir.clouds.gcp.seed.ServiceAccount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Access tokens, which say nothing to whoever holds them. They are signed with a key that every
 * simulated Google Cloud has, so that one that goes on from a saved state takes the tokens of the
 * first.
 */
public final class AccessTokens {
  /** How long a token is good. */
  public static final Duration LIFE = Duration.ofSeconds(3599);

  private static final String PREFIX = "ya29.c.";
  private static final String SCOPES = "https://www.googleapis.com/auth/";
  private static final String ALGORITHM = "HmacSHA256";
  private static final byte[] KEY = "of the simulation".getBytes(StandardCharsets.UTF_8);
  private static final ObjectMapper JSON = new ObjectMapper();

  private AccessTokens() {}

  /** A token for somebody who has proven who it is, another one each time. */
  public static String issue(ServiceAccount account, String scope, Instant now) {
    String payload =
        JsonNodeFactory.instance
            .objectNode()
            .put("email", account.email())
            .put("sub", account.id())
            .put("scope", scope)
            .put("exp", now.plus(LIFE).getEpochSecond())
            .put("jti", UUID.randomUUID().toString())
            .toString();
    String content = encode(payload.getBytes(StandardCharsets.UTF_8));
    return PREFIX + content + "." + sign(content);
  }

  /**
   * Whom an API server of Kubernetes Engine sees: a service account by its address, or by its
   * number if the scopes do not show the address; empty if it lets nobody in.
   */
  public static Optional<String> user(String token, Instant now) {
    return claims(token)
        .filter(claims -> now.isBefore(Instant.ofEpochSecond(claims.path("exp").asLong())))
        .filter(claims -> scopes(claims).contains(SCOPES + "cloud-platform"))
        .map(
            claims ->
                claims
                    .path(scopes(claims).contains(SCOPES + "userinfo.email") ? "email" : "sub")
                    .asText());
  }

  private static List<String> scopes(JsonNode claims) {
    return List.of(claims.path("scope").asText().split(" ", -1));
  }

  private static Optional<JsonNode> claims(String token) {
    int end = token.lastIndexOf('.');
    if (!token.startsWith(PREFIX) || end < PREFIX.length()) {
      return Optional.empty();
    }
    String content = token.substring(PREFIX.length(), end);
    boolean signed =
        MessageDigest.isEqual(
            sign(content).getBytes(StandardCharsets.UTF_8),
            token.substring(end + 1).getBytes(StandardCharsets.UTF_8));
    try {
      return signed
          ? Optional.of(JSON.readTree(Base64.getUrlDecoder().decode(content)))
          : Optional.empty();
    } catch (IOException | IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  private static String sign(String content) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(KEY, ALGORITHM));
      return encode(mac.doFinal(content.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
