package io.weir.provider.aws.account.calls;

import io.weir.api.Excerpt;
import io.weir.provider.ProviderException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Sorts what AWS and its SDK say into the kinds that the manager can act on. Messages hold AWS's
 * own words without what changes from try to try (request ids, encoded authorization messages), and
 * a remedy where one is known.
 */
public final class AwsErrors {

  /** AWS does not say how long; its buckets refill within seconds. */
  private static final Duration DEFAULT_RETRY_AFTER = Duration.ofSeconds(5);

  private static final Set<String> THROTTLED =
      Set.of(
          "Throttling",
          "ThrottlingException",
          "ThrottledException",
          "RequestThrottled",
          "RequestThrottledException",
          "RequestLimitExceeded",
          "TooManyRequestsException",
          "EC2ThrottledException",
          "PriorRequestNotComplete",
          "SlowDown");

  private static final Set<String> NOT_FOUND =
      Set.of(
          "InvalidLaunchTemplateName.NotFoundException",
          "InvalidLaunchTemplateId.NotFound",
          "InvalidLaunchTemplateId.NotFoundException",
          "InvalidLaunchTemplateId.VersionNotFound",
          "ActiveInstanceRefreshNotFound",
          "ActiveInstanceRefreshNotFoundFault",
          "ParameterNotFound",
          "ResourceNotFoundException",
          "NoSuchEntity",
          "NoSuchEntityException");

  private static final Set<String> REFRESHING =
      Set.of("InstanceRefreshInProgress", "InstanceRefreshInProgressFault");

  private static final Set<String> BUSY =
      Set.of(
          "ScalingActivityInProgress",
          "ResourceInUse",
          "ResourceInUseException",
          "ResourceContention",
          "OperationAborted",
          "ConcurrentModification",
          "DeleteConflict");

  /** What we wanted to make is there, perhaps made by us: only a look can tell. */
  private static final Set<String> LOOK_FIRST =
      Set.of(
          "AlreadyExists",
          "AlreadyExistsFault",
          "InvalidLaunchTemplateName.AlreadyExistsException",
          "EntityAlreadyExists",
          "EntityAlreadyExistsException",
          "IdempotentParameterMismatch");

  private static final Set<String> DENIED =
      Set.of(
          "UnauthorizedOperation",
          "AccessDenied",
          "AccessDeniedException",
          "AuthFailure",
          "Blocked",
          "InvalidClientTokenId",
          "UnrecognizedClientException",
          "SignatureDoesNotMatch",
          "IncompleteSignature",
          "MissingAuthenticationToken",
          "ExpiredToken",
          "ExpiredTokenException",
          "RequestExpired",
          "OptInRequired",
          "PendingVerification");

  private static final Set<String> CREDENTIALS_ENDED =
      Set.of("ExpiredToken", "ExpiredTokenException", "RequestExpired");

  /** What is said of a launch of one type, and is true of each. */
  private static final Set<String> OF_ALL_TYPES =
      Set.of(
          "InvalidAMIID.Malformed",
          "InvalidAMIID.NotFound",
          "InvalidAMIID.Unavailable",
          "InvalidBlockDeviceMapping",
          "InvalidGroup.NotFound",
          "InvalidGroupId.Malformed",
          "InvalidKeyPair.NotFound",
          "InvalidSecurityGroupID.NotFound",
          "InvalidSnapshot.NotFound");

  private AwsErrors() {}

  /**
   * Sorts a failure.
   *
   * @param api the action that failed
   * @param write whether the action changes something
   * @param failure what the SDK threw
   */
  public static ProviderException toProviderException(
      String api, boolean write, SdkException failure) {
    return switch (failure) {
      case AwsServiceException answer -> answered(api, write, answer);
      default -> unanswered(api, write, failure);
    };
  }

  private static ProviderException answered(String api, boolean write, AwsServiceException answer) {
    var details = answer.awsErrorDetails();
    String code = details == null || details.errorCode() == null ? "" : details.errorCode();
    String said = details == null || details.errorMessage() == null ? "" : details.errorMessage();
    int status = answer.statusCode();
    String message = api + ": " + words(code, said, status);
    if (THROTTLED.contains(code) || status == 429) {
      return new ProviderException.Throttled(message, DEFAULT_RETRY_AFTER, answer);
    }
    if (LOOK_FIRST.contains(code) || isNameTaken(code, said)) {
      return new ProviderException.Ambiguous(message, answer);
    }
    if (NOT_FOUND.contains(code) || isMissing(code, said)) {
      return new ProviderException.NotFound(message, answer);
    }
    if (BUSY.contains(code)
        || REFRESHING.contains(code)
        || said.toLowerCase(Locale.ROOT).contains("pending delete")) {
      return new ProviderException.Busy(message, answer);
    }
    if (DENIED.contains(code) || status == 401 || status == 403) {
      return new ProviderException.Denied(message + AwsErrorRemedies.ofDenial(api, said), answer);
    }
    if (status >= 500 || status < 400) {
      return ProviderException.ofUnknownOutcome(write, message, answer);
    }
    return new ProviderException.Rejected(message + AwsErrorRemedies.of(api, code, said), answer);
  }

  private static ProviderException unanswered(String api, boolean write, SdkException failure) {
    Throwable cause = root(failure);
    if (failure instanceof SdkClientException && noCredentials(failure)) {
      return new ProviderException.Denied(
          api
              + ": the manager has no AWS credentials; give it a role or the environment variables"
              + " AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
          failure);
    }
    String message = api + ": " + reason(cause);
    if (cause instanceof ResponseTooLargeException && !write) {
      return new ProviderException.Rejected(
          message + AwsErrorRemedies.ofTooLargeResponse(api), failure);
    }
    return neverSent(cause)
        ? new ProviderException.Transient(message, failure)
        : ProviderException.ofUnknownOutcome(write, message, failure);
  }

  /** Whether other credentials of the same identity may be accepted. */
  static boolean isOfEndedCredentials(SdkException failure) {
    return failure instanceof AwsServiceException answer
        && answer.awsErrorDetails() != null
        && answer.awsErrorDetails().errorCode() != null
        && CREDENTIALS_ENDED.contains(answer.awsErrorDetails().errorCode());
  }

  /** Whether a refresh was not started because one runs already, perhaps ours. */
  public static boolean isRefreshInProgress(ProviderException failure) {
    return failure instanceof ProviderException.Busy && REFRESHING.contains(code(failure));
  }

  /** Whether a launch was refused for its zone, and may be possible in another one. */
  public static boolean isUnsupportedThere(ProviderException failure) {
    return failure instanceof ProviderException.Rejected && code(failure).equals("Unsupported");
  }

  /** Whether a launch was refused for what instances of other types would be launched with, too. */
  public static boolean concernsAllTypes(ProviderException failure) {
    return OF_ALL_TYPES.contains(code(failure));
  }

  /** What AWS says of a failure, without a remedy. */
  public static String words(ProviderException failure) {
    if (!(failure.getCause() instanceof AwsServiceException answer)
        || answer.awsErrorDetails() == null) {
      return String.valueOf(failure.getMessage());
    }
    String said = answer.awsErrorDetails().errorMessage();
    return words(code(failure), said == null ? "" : said, answer.statusCode());
  }

  /** AWS's word for a failure; empty if it is not AWS's. */
  private static String code(ProviderException failure) {
    return failure.getCause() instanceof AwsServiceException answer
            && answer.awsErrorDetails() != null
            && answer.awsErrorDetails().errorCode() != null
        ? answer.awsErrorDetails().errorCode()
        : "";
  }

  private static boolean isMissing(String code, String said) {
    return code.equals("ValidationError")
        && (said.toLowerCase(Locale.ROOT).contains("name not found")
            || said.toLowerCase(Locale.ROOT).contains("no lifecycle hook found")
            || said.toLowerCase(Locale.ROOT).contains("no active lifecycle action found")
            || said.toLowerCase(Locale.ROOT).contains("no managed instance found"));
  }

  /** EKS has one code for what is busy and for what exists. */
  private static boolean isNameTaken(String code, String said) {
    return code.equals("ResourceInUseException")
        && said.toLowerCase(Locale.ROOT).contains("already exists");
  }

  private static boolean neverSent(Throwable cause) {
    return cause instanceof ConnectException
        || cause instanceof UnknownHostException
        || cause instanceof NoRouteToHostException
        || (cause instanceof SocketTimeoutException
            && reason(cause).toLowerCase(Locale.ROOT).contains("connect"));
  }

  private static boolean noCredentials(SdkException failure) {
    String message = failure.getMessage();
    return message != null && message.startsWith("Unable to load credentials");
  }

  private static Throwable root(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  private static String reason(Throwable cause) {
    if (cause instanceof XMLStreamException) {
      return "the response is not XML"; // the message quotes it
    }
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : Excerpt.ofSentence(message);
  }

  /** AWS's words up to the encoded authorization message, which is another at each try. */
  public static String stableText(String said) {
    int encoded = said.indexOf("Encoded authorization failure message");
    return (encoded < 0 ? said : said.substring(0, encoded)).strip();
  }

  private static String words(String code, String said, int status) {
    String kept = Excerpt.ofSentence(stableText(said));
    String known = code.isEmpty() ? "HTTP status " + status : code;
    return kept.isEmpty() ? known : kept + " (" + known + ")";
  }
}
