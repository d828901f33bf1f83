package io.weir.clouds.gcp.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.gcp.seed.ServiceAccount;

/** Verifies the tokens by which a service account signs its requests. */
public final class SignedRequests {
  private static final String SCHEME = "Bearer ";
  private static final long LONGEST_LIFE = 3600;

  private SignedRequests() {}

  /**
   * Verifies who calls; how old a token is, is not asked, as time may stand still here.
   *
   * @throws GcpErrorException if it is not the service account
   */
  public static void verify(ServiceAccount caller, String header) {
    String token = header.startsWith(SCHEME) ? header.substring(SCHEME.length()) : "";
    JsonNode claims = SignedJwt.claims(token);
    boolean known =
        SignedJwt.isSignedBy(caller, token)
            && claims.path("iss").asText().equals(caller.email())
            && claims.path("scope").asText().endsWith("/auth/cloud-platform")
            && claims.path("exp").asLong() - claims.path("iat").asLong() <= LONGEST_LIFE;
    if (!known) {
      throw GcpErrorException.of(
          401,
          "authError",
          "Request had invalid authentication credentials. Expected OAuth 2 access token.");
    }
  }
}
