package io.weir.bootstrap.token;

import io.weir.api.ApiObject;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/**
 * A join token of Weir's in a workload cluster, as last seen.
 *
 * @param object its Secret, to base a write on
 */
public record WorkloadToken(ApiObject object) {

  /** The token itself; empty if somebody has spoiled the Secret. */
  public Optional<JoinToken> token() {
    try {
      return Optional.of(new JoinToken(text("token-id"), text("token-secret")));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** Whether a bootstrap provider of kubeadm made it, Weir or another, and not a person. */
  public boolean isMadeByProvider() {
    return text("description").equals(TokenSecret.DESCRIPTION);
  }

  /** When it was made, by the clock of the workload cluster. */
  public Instant createdAt() {
    return object.creationTimestamp().orElse(Instant.EPOCH);
  }

  /** Until when it is valid. */
  public TokenState state() {
    try {
      return new TokenState.Expiring(Instant.parse(text(TokenSecret.EXPIRATION)));
    } catch (DateTimeException _) {
      return new TokenState.WithoutExpiration();
    }
  }

  private String text(String key) {
    try {
      return new String(
          Base64.getDecoder().decode(object.at("/data/" + key).asText("")), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      return "";
    }
  }

  /** The token is secret. */
  @Override
  public String toString() {
    return "WorkloadToken[" + object.key() + "]";
  }
}
