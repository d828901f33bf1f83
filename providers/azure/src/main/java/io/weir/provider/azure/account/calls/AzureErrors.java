package io.weir.provider.azure.account.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.http.JsonHttpClient.JsonRequest;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/**
 * Sorts what Azure says into the kinds that the manager can act on. Messages hold Azure's own words
 * without what changes from try to try and what the request kept secret, and a remedy where one is
 * known.
 */
public final class AzureErrors {

  /** Azure nearly always says how long. */
  private static final Duration PAUSE = Duration.ofSeconds(15);

  private static final Set<String> THROTTLED =
      Set.of(
          "ResourceCollectionRequestsThrottled",
          "ResourceRequestsThrottled",
          "SubscriptionRequestsThrottled",
          "TenantRequestsThrottled",
          "TooManyRequests");

  /** That it is absent is proven only by these: a proxy answers 404, too. */
  private static final Set<String> NOT_FOUND =
      Set.of(
          "InstanceNotFound",
          "NotFound",
          "ParentResourceNotFound",
          "ResourceGroupNotFound",
          "ResourceNotFound",
          "RoleAssignmentDoesNotExist",
          "RoleAssignmentNotFound");

  /** Something else is under way, or is not known everywhere yet. */
  private static final Set<String> BUSY =
      Set.of(
          "AnotherOperationInProgress",
          "AttachDiskWhileBeingDetached",
          "CanceledAndSupersededDueToAnotherOperation",
          "ConcurrentWriteError",
          "OperationPreempted",
          "PreconditionFailed",
          "PrincipalNotFound",
          "ResourceBeingDeleted",
          "ResourceGroupBeingDeleted",
          "ResourceNotReady",
          "RetryableError",
          "RetryableErrorDueToAnotherOperation",
          "ScaleSetBeingDeleted");

  /** It is there, perhaps made by us: only a look can tell. */
  private static final Set<String> LOOK_FIRST = Set.of("RoleAssignmentExists");

  private static final Set<String> UNKNOWN_CALLER =
      Set.of(
          "AuthenticationFailed",
          "AuthenticationFailedInvalidHeader",
          "AuthenticationFailedMissingToken",
          "ExpiredAuthenticationToken",
          "InvalidAuthenticationToken",
          "InvalidAuthenticationTokenAudience",
          "InvalidAuthenticationTokenTenant");

  private static final Set<String> DENIED =
      Set.of("AuthorizationFailed", "LinkedAuthorizationFailed", "Forbidden");

  private static final Set<String> CAPACITY =
      Set.of(
          "AllocationFailed",
          "OverconstrainedAllocationRequest",
          "OverconstrainedZonalAllocationRequest",
          "SkuNotAvailable",
          "SpotPriceGreaterThanProvidedMaxPrice",
          "ZonalAllocationFailed",
          "ZoneAllocationFailed");

  private AzureErrors() {}

  /** Sorts an answer that is not a success. */
  static ProviderException toProviderException(JsonRequest request, JsonResponse response) {
    ArmError error = RequestSecrets.of(request.body()).mask(ArmError.of(response.body()));
    return sorted(
        request, response.status(), response.retryAfter("Retry-After").orElse(PAUSE), error);
  }

  /**
   * Sorts the error with which an accepted write has ended. It may have had some effect.
   *
   * @param action Azure's name of the call that was accepted
   */
  static ProviderException ofOperation(String action, ArmError error) {
    var cause = new ArmErrorException(0, error);
    String message = action + ": " + error.words();
    String code = error.decisiveCode();
    if (isBusy(code, error)) {
      return new ProviderException.Busy(message, cause);
    }
    if (THROTTLED.contains(code)) {
      return new ProviderException.Throttled(message, PAUSE, cause);
    }
    if (isInternal(code)) {
      return new ProviderException.Ambiguous(message, cause);
    }
    return refused(action, message, error, cause);
  }

  private static ProviderException sorted(
      JsonRequest request, int status, Duration retryAfter, ArmError error) {
    var cause = new ArmErrorException(status, error);
    String said = error.words();
    String message = request.action() + ": " + (said.isEmpty() ? "HTTP status " + status : said);
    String code = error.decisiveCode();
    if (status == 429 || THROTTLED.contains(code)) {
      return new ProviderException.Throttled(message, retryAfter, cause);
    }
    if (status == 404 && NOT_FOUND.contains(code)) {
      // What is to be created cannot be missing: what it is to be in is.
      return request.method().equals("PUT")
          ? refused(request.action(), message, error, cause)
          : new ProviderException.NotFound(message, cause);
    }
    if (status == 412 || (status < 500 && isBusy(code, error))) {
      return new ProviderException.Busy(message, cause);
    }
    if (LOOK_FIRST.contains(code)) {
      return new ProviderException.Ambiguous(message, cause);
    }
    if (status == 401 || UNKNOWN_CALLER.contains(code)) {
      return new ProviderException.Denied(
          message + AzureErrorRemedies.ofUnknownCaller(code), cause);
    }
    if (DENIED.contains(code)) {
      return new ProviderException.Denied(message + AzureErrorRemedies.ofDenial(error), cause);
    }
    if (status >= 500 || status < 400 || status == 408) {
      return ProviderException.ofUnknownOutcome(request.isWrite(), message, cause);
    }
    if (status == 409 && code.isEmpty()) {
      return new ProviderException.Busy(message, cause);
    }
    if (status == 403 && code.isEmpty()) {
      return new ProviderException.Denied(message, cause);
    }
    return refused(request.action(), message, error, cause);
  }

  private static ProviderException refused(
      String action, String message, ArmError error, ArmErrorException cause) {
    return new ProviderException.Rejected(message + AzureErrorRemedies.of(action, error), cause);
  }

  private static boolean isBusy(String code, ArmError error) {
    String words = error.words().toLowerCase(Locale.ROOT);
    return BUSY.contains(code)
        || words.contains("marked for deletion")
        || words.contains("is being deleted")
        || words.contains("another operation is in progress");
  }

  private static boolean isInternal(String code) {
    return code.isEmpty()
        || code.equals("InternalExecutionError")
        || code.equals("InternalServerError")
        || code.equals("InternalOperationError")
        || code.equals("ServerTimeout")
        || code.equals("ServiceUnavailable");
  }

  /** Whether Azure has no room for a machine, which other sizes or zones may have. */
  public static boolean isCapacity(ProviderException failure) {
    return ArmErrorException.of(failure).filter(said -> isCapacity(said.error())).isPresent();
  }

  /** Whether Azure has no room for a machine, which other sizes or zones may have. */
  public static boolean isCapacity(ArmError error) {
    return error.all().map(ArmError::code).anyMatch(CAPACITY::contains);
  }

  /** Whether another write has taken the place of this one, whose work goes on all the same. */
  public static boolean isPreempted(ArmError error) {
    return error.all().map(ArmError::code).anyMatch("OperationPreempted"::equals);
  }

  /** Azure's word for a failure; empty if it is not Azure's. */
  public static String code(ProviderException failure) {
    return ArmErrorException.of(failure).map(said -> said.error().decisiveCode()).orElse("");
  }
}
