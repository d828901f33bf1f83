package io.weir.clouds.azure.login;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.weir.clouds.azure.arm.ArmErrorException;
import io.weir.clouds.azure.arm.Caller;
import io.weir.clouds.azure.seed.ServicePrincipal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Access tokens as JSON web tokens, signed with a key that every simulated Azure has, so that one
 * that goes on from a saved state takes the tokens of the first.
 */
public final class AccessTokens {
  /** How long a token is good. */
  public static final Duration LIFE = Duration.ofSeconds(3599);

  private static final String ALGORITHM = "HmacSHA256";
  private static final byte[] KEY = "of the simulation".getBytes(StandardCharsets.UTF_8);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String tenant;

  /** Those of a tenant. */
  public AccessTokens(String tenant) {
    this.tenant = tenant;
  }

  /** A token for somebody who has proven who it is, another one each time. */
  public String issue(ServicePrincipal principal, String audience, Instant now) {
    String header = encode("{\"typ\":\"JWT\",\"alg\":\"HS256\"}");
    String payload =
        encode(
            JsonNodeFactory.instance
                .objectNode()
                .put("aud", audience)
                .put("tid", tenant)
                .put("appid", principal.clientId())
                .put("oid", principal.objectId())
                .put("iat", now.getEpochSecond())
                .put("exp", now.plus(LIFE).getEpochSecond())
                .put("uti", UUID.randomUUID().toString())
                .toString());
    String content = header + "." + payload;
    return content + "." + sign(content);
  }

  /**
   * Who calls.
   *
   * @param authorization the header of this name; empty for none
   * @throws ArmErrorException when nobody is known by it
   */
  public Caller verify(String authorization, Instant now) {
    if (!authorization.regionMatches(true, 0, "Bearer ", 0, 7)) {
      throw ArmErrorException.unauthenticated(
          "AuthenticationFailed", "Authentication failed. The 'Authorization' header is missing.");
    }
    JsonNode claims =
        signedClaims(authorization.substring(7).strip())
            .orElseThrow(
                () ->
                    ArmErrorException.unauthenticated(
                        "InvalidAuthenticationToken", "The access token is invalid."));
    Instant expiry = Instant.ofEpochSecond(claims.path("exp").asLong());
    if (!now.isBefore(expiry)) {
      throw ArmErrorException.unauthenticated(
          "ExpiredAuthenticationToken",
          "The access token expiry UTC time '%s' is earlier than current UTC time '%s'."
              .formatted(expiry, now));
    }
    if (!claims.path("aud").asText().contains("management")) {
      throw ArmErrorException.unauthenticated(
          "InvalidAuthenticationTokenAudience",
          "The access token has been obtained for wrong audience or resource '%s'."
              .formatted(claims.path("aud").asText()));
    }
    return new Caller(claims.path("oid").asText());
  }

  /**
   * Whose a token is that is for an application of its own; empty if it is not good for that.
   *
   * @param application its ID
   */
  public Optional<String> owner(String token, String application, Instant now) {
    return signedClaims(token)
        .filter(claims -> claims.path("aud").asText().equals(application))
        .filter(claims -> now.isBefore(Instant.ofEpochSecond(claims.path("exp").asLong())))
        .map(claims -> claims.path("oid").asText());
  }

  private static Optional<JsonNode> signedClaims(String token) {
    int end = token.lastIndexOf('.');
    boolean signed =
        end > 0
            && MessageDigest.isEqual(
                sign(token.substring(0, end)).getBytes(StandardCharsets.UTF_8),
                token.substring(end + 1).getBytes(StandardCharsets.UTF_8));
    return claims(token).filter(_ -> signed);
  }

  /** What a web token says, whoever signed it; empty if it is none. */
  static Optional<JsonNode> claims(String token) {
    String[] parts = token.split("\\.", -1);
    if (parts.length != 3) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readTree(Base64.getUrlDecoder().decode(parts[1])));
    } catch (IOException | IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  private static String sign(String content) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(KEY, ALGORITHM));
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(mac.doFinal(content.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String encode(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
