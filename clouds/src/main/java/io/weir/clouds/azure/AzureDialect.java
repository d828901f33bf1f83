package io.weir.clouds.azure;

import io.weir.clouds.CloudFault;
import io.weir.clouds.azure.arm.ArmCall;
import io.weir.clouds.azure.arm.ArmErrorException;
import io.weir.clouds.azure.arm.Caller;
import io.weir.clouds.azure.authorization.AllowedActions;
import io.weir.clouds.azure.login.AccessTokens;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.clouds.http.RestDialect;
import io.weir.clouds.http.RestErrorException;
import io.weir.clouds.http.RestRequest;
import io.weir.clouds.http.WireRequest;
import io.weir.clouds.site.CloudContext;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;

/** Who may call Azure Resource Manager, and how it words its errors. */
final class AzureDialect implements RestDialect<ArmCall> {
  private static final Pattern API_VERSION = Pattern.compile("20\\d\\d-\\d\\d-\\d\\d(?:-preview)?");
  private static final Duration THROTTLED_FOR = Duration.ofSeconds(2);

  private final AzureSeedData seed;
  private final AccessTokens tokens;
  private final CloudContext context;
  private volatile Optional<AllowedActions> allowed = Optional.empty();

  AzureDialect(AzureSeedData seed, AccessTokens tokens, CloudContext context) {
    this.seed = seed;
    this.tokens = tokens;
    this.context = context;
  }

  /** Has everybody be allowed these actions and nothing else; empty for everything. */
  void restrict(Optional<AllowedActions> actions) {
    allowed = actions;
  }

  @Override
  public String service() {
    return "arm";
  }

  @Override
  public ArmCall toCall(RestRequest request) {
    Caller caller = tokens.verify(request.wire().header("Authorization"), context.clock().now());
    String subscription = request.variable("subscription");
    if (seed.subscription(subscription).isEmpty()) {
      throw ArmErrorException.of(
          404,
          "SubscriptionNotFound",
          "The subscription '%s' could not be found.".formatted(subscription));
    }
    String version = request.wire().query().getOrDefault("api-version", "");
    if (version.isEmpty()) {
      throw ArmErrorException.of(
          400,
          "MissingApiVersionParameter",
          "The api-version query parameter (?api-version=) is required for all requests.");
    }
    if (!API_VERSION.matcher(version).matches()) {
      throw ArmErrorException.of(
          400,
          "InvalidApiVersionParameter",
          "The api-version '%s' is invalid. The supported versions are of the form '2025-04-01'."
              .formatted(version));
    }
    allowed.ifPresent(actions -> requireAllowed(actions, request, caller));
    return new ArmCall(request, caller);
  }

  private static void requireAllowed(AllowedActions actions, RestRequest request, Caller caller) {
    String own = RequiredActions.of(request.action());
    if (!actions.contains(own)) {
      throw ArmErrorException.unauthorized(caller.objectId(), own);
    }
    for (String linked : RequiredActions.linked(request.body())) {
      if (!actions.contains(linked)) {
        throw ArmErrorException.linkedUnauthorized(caller.objectId(), own, linked);
      }
    }
  }

  @Override
  public String site(ArmCall call) {
    return seed.subscription(call.subscription()).orElseThrow().id();
  }

  @Override
  public String resource(RestRequest request, ArmCall call) {
    for (String variable : new String[] {"assignment", "name", "operation", "image", "group"}) {
      if (!call.variable(variable).isEmpty()) {
        return call.variable(variable);
      }
    }
    return "";
  }

  /** Ids by which Azure finds a request again. */
  @Override
  public Map<String, String> responseHeaders(WireRequest request) {
    Map<String, String> headers = new TreeMap<>();
    String id = UUID.randomUUID().toString();
    headers.put("x-ms-request-id", id);
    String correlation = request.header("x-ms-correlation-request-id");
    headers.put("x-ms-correlation-request-id", correlation.isEmpty() ? id : correlation);
    headers.put("x-ms-routing-request-id", "SIMULATED:" + context.clock().now() + ":" + id);
    String client = request.header("x-ms-client-request-id");
    if (!client.isEmpty()) {
      headers.put("x-ms-client-request-id", client);
    }
    return headers;
  }

  @Override
  public RestErrorException refusal(CloudFault.Kind kind, boolean write) {
    return switch (kind) {
      case THROTTLED -> ArmErrorException.throttled("InjectedFault", THROTTLED_FOR);
      case DENIED ->
          ArmErrorException.unauthorized(
              seed.principals().getFirst().objectId(),
              "Microsoft.Compute/virtualMachineScaleSets/" + (write ? "write" : "read"));
      default -> ArmErrorException.internalError();
    };
  }

  @Override
  public RestErrorException unknownPath(WireRequest request) {
    return ArmErrorException.of(
        404,
        "InvalidResourceType",
        "The resource type could not be found at '%s'.".formatted(request.path()));
  }

  @Override
  public RestErrorException malformedBody() {
    return ArmErrorException.of(
        400,
        "InvalidRequestContent",
        "The request content was invalid and could not be deserialized.");
  }

  @Override
  public RestErrorException internalError() {
    return ArmErrorException.internalError();
  }
}
