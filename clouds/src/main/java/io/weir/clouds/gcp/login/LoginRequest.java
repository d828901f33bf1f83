package io.weir.clouds.gcp.login;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.weir.clouds.CloudFault;
import io.weir.clouds.LoopbackServer;
import io.weir.clouds.gcp.seed.GcpSeedData;
import io.weir.clouds.gcp.seed.ServiceAccount;
import io.weir.clouds.gcp.wire.SignedJwt;
import io.weir.clouds.http.Answer;
import io.weir.clouds.http.ApiCall;
import io.weir.clouds.http.ApiErrorException;
import io.weir.clouds.http.ApiRequest;
import io.weir.clouds.http.FormFields;
import io.weir.clouds.http.WireRequest;
import io.weir.clouds.site.SiteServices;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A request for an access token by what a service account has signed.
 *
 * @see <a
 *     href="https://developers.google.com/identity/protocols/oauth2/service-account#httprest">Its
 *     form</a>
 */
public final class LoginRequest<S extends SiteServices> implements ApiRequest<S>, ApiCall<S> {
  /** The name of the call. */
  public static final String ACTION = "GetToken";

  private static final String PATH = "/token";
  private static final String GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";

  /** Whatever the address: whoever signs says for whom. */
  private static final String AUDIENCE = "https://oauth2.googleapis.com/token";

  private static final Duration SKEW = Duration.ofMinutes(5);
  private static final Duration LONGEST_LIFE = Duration.ofHours(1);

  private final GcpSeedData seed;
  private final Map<String, String> form;

  private LoginRequest(GcpSeedData seed, Map<String, String> form) {
    this.seed = seed;
    this.form = form;
  }

  /** Whether a request is one for a token. */
  public static boolean isLogin(WireRequest wire) {
    return wire.method().equals("POST") && wire.path().equals(PATH);
  }

  /** The request that arrived. */
  public static <S extends SiteServices> LoginRequest<S> of(GcpSeedData seed, WireRequest wire) {
    return new LoginRequest<>(
        seed, FormFields.parse(new String(wire.body(), StandardCharsets.UTF_8)));
  }

  @Override
  public ApiCall<S> toCall() {
    return this;
  }

  @Override
  public LoopbackServer.Response toResponse(ApiErrorException error) {
    if (error instanceof LoginErrorException ours) {
      return ours.toResponse();
    }
    throw new IllegalStateException("not an error of this protocol", error);
  }

  @Override
  public ApiErrorException internalError() {
    return LoginErrorException.unavailable(500);
  }

  /** Tokens are for every project; they are asked for in the first. */
  @Override
  public String site() {
    return seed.projects().getFirst();
  }

  @Override
  public String service() {
    return "login";
  }

  @Override
  public String action() {
    return ACTION;
  }

  @Override
  public String resource() {
    return claims().path("iss").asText("");
  }

  @Override
  public Map<String, String> parameters() {
    return Map.of("grant_type", field("grant_type"), "scope", claims().path("scope").asText(""));
  }

  @Override
  public boolean isRead() {
    return true;
  }

  @Override
  public ApiErrorException refusal(CloudFault.Kind kind) {
    return switch (kind) {
      case THROTTLED -> LoginErrorException.unavailable(429);
      case DENIED -> LoginErrorException.invalidGrant("Invalid JWT Signature.");
      default -> LoginErrorException.unavailable(503);
    };
  }

  @Override
  public Answer perform(S services) {
    if (!field("grant_type").equals(GRANT)) {
      throw LoginErrorException.unsupportedGrant(field("grant_type"));
    }
    ServiceAccount account = seed.caller();
    Instant now = services.site().exactNow();
    verify(account, now);
    String scope = claims().path("scope").asText("");
    if (!List.of(scope.split(" ", -1)).contains("https://www.googleapis.com/auth/cloud-platform")) {
      throw LoginErrorException.invalidScope();
    }
    JsonNode body =
        JsonNodeFactory.instance
            .objectNode()
            .put("access_token", AccessTokens.issue(account, scope, now))
            .put("expires_in", AccessTokens.LIFE.toSeconds())
            .put("token_type", "Bearer");
    return new Answer(() -> LoopbackServer.Response.json(200, body.toString()), false);
  }

  private void verify(ServiceAccount account, Instant now) {
    JsonNode claims = claims();
    if (!claims.path("iss").asText().equals(account.email())) {
      throw LoginErrorException.invalidGrant("Invalid grant: account not found");
    }
    if (!SignedJwt.isSignedBy(account, field("assertion"))) {
      throw LoginErrorException.invalidGrant("Invalid JWT Signature.");
    }
    if (!claims.path("aud").asText().equals(AUDIENCE)) {
      throw LoginErrorException.invalidGrant("Failed audience check.");
    }
    Instant issued = Instant.ofEpochSecond(claims.path("iat").asLong());
    Instant expiry = Instant.ofEpochSecond(claims.path("exp").asLong());
    if (issued.isAfter(now.plus(SKEW))
        || !expiry.isAfter(now)
        || expiry.isAfter(issued.plus(LONGEST_LIFE))) {
      throw LoginErrorException.invalidGrant(
          "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable"
              + " timeframe. Check your iat and exp values in the JWT claim.");
    }
  }

  private JsonNode claims() {
    return SignedJwt.claims(field("assertion"));
  }

  private String field(String name) {
    return form.getOrDefault(name, "");
  }
}
