package io.weir.clouds.gcp.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.clouds.gcp.seed.ServiceAccount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.util.Base64;

/** Verifies the tokens by which a service account signs its requests. */
public final class SignedRequests {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SCHEME = "Bearer ";
  private static final long LONGEST_LIFE = 3600;

  private SignedRequests() {}

  /**
   * Verifies who calls; how old a token is, is not asked, as time may stand still here.
   *
   * @throws GcpErrorException if it is not the service account
   */
  public static void verify(ServiceAccount caller, String header) {
    try {
      String[] parts = header.substring(SCHEME.length()).split("\\.", -1);
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initVerify(caller.key().getPublic());
      signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
      JsonNode claims = JSON.readTree(Base64.getUrlDecoder().decode(parts[1]));
      boolean known =
          signature.verify(Base64.getUrlDecoder().decode(parts[2]))
              && claims.path("iss").asText().equals(caller.email())
              && claims.path("scope").asText().endsWith("/auth/cloud-platform")
              && claims.path("exp").asLong() - claims.path("iat").asLong() <= LONGEST_LIFE;
      if (known) {
        return;
      }
    } catch (GeneralSecurityException | IOException | RuntimeException forged) {
      throw unauthorized();
    }
    throw unauthorized();
  }

  private static GcpErrorException unauthorized() {
    return GcpErrorException.of(
        401,
        "authError",
        "Request had invalid authentication credentials. Expected OAuth 2 access token.");
  }
}
