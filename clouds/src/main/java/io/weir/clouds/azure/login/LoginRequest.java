package io.weir.clouds.azure.login;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.weir.clouds.CloudFault;
import io.weir.clouds.LoopbackServer;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.clouds.azure.seed.ServicePrincipal;
import io.weir.clouds.http.Answer;
import io.weir.clouds.http.ApiCall;
import io.weir.clouds.http.ApiErrorException;
import io.weir.clouds.http.ApiRequest;
import io.weir.clouds.http.FormFields;
import io.weir.clouds.http.WireRequest;
import io.weir.clouds.site.SiteServices;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A request for an access token: client credentials with a secret, or with the assertion of a
 * federated identity, such as a service account's. The signature of the assertion is not checked.
 */
public final class LoginRequest<S extends SiteServices> implements ApiRequest<S>, ApiCall<S> {
  /** The name of the call. */
  public static final String ACTION = "GetToken";

  private static final Pattern PATH = Pattern.compile("/([^/]+)/oauth2/v2\\.0/token");

  private static final String ALL_RIGHTS = "/.default";

  private final AzureSeedData seed;
  private final AccessTokens tokens;
  private final String tenant;
  private final Map<String, String> form;

  private LoginRequest(
      AzureSeedData seed, AccessTokens tokens, String tenant, Map<String, String> form) {
    this.seed = seed;
    this.tokens = tokens;
    this.tenant = tenant;
    this.form = form;
  }

  /** Whether a request is one for a token. */
  public static boolean isLogin(WireRequest wire) {
    return PATH.matcher(wire.path()).matches();
  }

  /** The request that arrived. */
  public static <S extends SiteServices> LoginRequest<S> of(
      AzureSeedData seed, AccessTokens tokens, WireRequest wire) {
    Matcher match = PATH.matcher(wire.path());
    String tenant = match.matches() ? match.group(1) : "";
    return new LoginRequest<>(
        seed, tokens, tenant, FormFields.parse(new String(wire.body(), StandardCharsets.UTF_8)));
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

  /** Tokens are for every subscription; they are asked for in the first. */
  @Override
  public String site() {
    return seed.subscriptions().getFirst().id();
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
    return field("client_id");
  }

  @Override
  public Map<String, String> parameters() {
    return Map.of("grant_type", field("grant_type"), "scope", field("scope"));
  }

  @Override
  public boolean isRead() {
    return true;
  }

  @Override
  public ApiErrorException refusal(CloudFault.Kind kind) {
    return switch (kind) {
      case THROTTLED -> LoginErrorException.unavailable(429);
      case DENIED -> LoginErrorException.wrongSecret(field("client_id"));
      default -> LoginErrorException.unavailable(503);
    };
  }

  @Override
  public Answer perform(S services) {
    Instant now = services.site().exactNow();
    if (!tenant.equalsIgnoreCase(seed.tenant())) {
      throw LoginErrorException.unknownTenant(tenant);
    }
    if (!field("grant_type").equals("client_credentials")) {
      throw LoginErrorException.unsupportedGrant(field("grant_type"));
    }
    String token = tokens.issue(principal(now), audience(field("scope")), now);
    long life = AccessTokens.LIFE.toSeconds();
    JsonNode body =
        JsonNodeFactory.instance
            .objectNode()
            .put("token_type", "Bearer")
            .put("expires_in", life)
            .put("ext_expires_in", life)
            .put("access_token", token);
    return new Answer(() -> LoopbackServer.Response.json(200, body.toString()), false);
  }

  /** The application that a scope names, among those of OpenID Connect that clients add. */
  private static String audience(String scope) {
    return Stream.of(scope.split(" ", -1))
        .filter(word -> word.endsWith(ALL_RIGHTS))
        .findFirst()
        .map(word -> word.substring(0, word.length() - ALL_RIGHTS.length()))
        .orElse(scope);
  }

  private ServicePrincipal principal(Instant now) {
    String clientId = field("client_id");
    ServicePrincipal principal =
        seed.principals().stream()
            .filter(one -> one.clientId().equalsIgnoreCase(clientId))
            .findFirst()
            .orElseThrow(() -> LoginErrorException.unknownClient(clientId));
    if (form.containsKey("client_assertion")) {
      requireFederation(principal, now);
    } else if (principal.secret().isEmpty() || !principal.secret().equals(field("client_secret"))) {
      throw LoginErrorException.wrongSecret(clientId);
    }
    return principal;
  }

  private void requireFederation(ServicePrincipal principal, Instant now) {
    JsonNode claims =
        AccessTokens.claims(field("client_assertion"))
            .orElseThrow(() -> LoginErrorException.noFederation(""));
    String subject = claims.path("sub").asText("");
    if (!principal.subjects().contains(subject)) {
      throw LoginErrorException.noFederation(subject);
    }
    if (claims.has("exp") && !now.isBefore(Instant.ofEpochSecond(claims.path("exp").asLong()))) {
      throw LoginErrorException.expiredAssertion();
    }
  }

  private String field(String name) {
    return form.getOrDefault(name, "");
  }
}
