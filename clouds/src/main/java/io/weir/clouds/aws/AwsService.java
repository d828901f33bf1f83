package io.weir.clouds.aws;

import io.weir.clouds.CloudFault;
import io.weir.clouds.aws.seed.Account;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.RequestReader;
import io.weir.clouds.aws.wire.ResponseWriter;
import io.weir.clouds.aws.wire.ServiceModel;

/** One service of AWS: its table, and the words in which it refuses anything. */
record AwsService(ServiceModel model, RequestReader reader, ResponseWriter writer) {
  static AwsService of(String name) {
    ServiceModel table = ServiceModel.load(name);
    return new AwsService(table, new RequestReader(table), new ResponseWriter(table));
  }

  String name() {
    return model.service();
  }

  boolean isEc2() {
    return model.isEc2();
  }

  boolean isJson() {
    return model.isJson();
  }

  AwsErrorException missingSignature() {
    return isEc2()
        ? new AwsErrorException(
            401, "AuthFailure", "AWS was not able to validate the provided access credentials")
        : new AwsErrorException(
            403, "MissingAuthenticationToken", "Request is missing Authentication Token");
  }

  AwsErrorException unknownKey() {
    return isEc2()
        ? missingSignature()
        : new AwsErrorException(
            403, "InvalidClientTokenId", "The security token included in the request is invalid.");
  }

  AwsErrorException wrongSignature() {
    return isEc2()
        ? missingSignature()
        : new AwsErrorException(
            403,
            "SignatureDoesNotMatch",
            "The request signature we calculated does not match the signature you provided. Check"
                + " your AWS Secret Access Key and signing method.");
  }

  /** How the service words a fault of a kind that has an answer. */
  AwsErrorException faultError(CloudFault.Kind kind, Account account, String action) {
    return switch (kind) {
      case THROTTLED ->
          isEc2()
              ? new AwsErrorException(503, "RequestLimitExceeded", "Request limit exceeded.")
              : isJson()
                  ? new AwsErrorException(429, "ThrottlingException", "Rate exceeded")
                  : AwsErrorException.of("Throttling", "Rate exceeded");
      case DENIED -> denied(account, name() + ":" + action);
      default ->
          isEc2()
              ? new AwsErrorException(500, "InternalError", "An internal error has occurred")
              : new AwsErrorException(
                  500,
                  isJson() ? "ServerException" : "InternalFailure",
                  "The request processing has failed because of an unknown error, exception or"
                      + " failure.");
    };
  }

  /** How it refuses what no policy allows; the action has the prefix of its service. */
  AwsErrorException denied(Account account, String action) {
    String who = "arn:aws:iam::" + account.id() + ":user/weir";
    return isEc2()
        ? new AwsErrorException(
            403,
            "UnauthorizedOperation",
            "You are not authorized to perform this operation. User: %s is not authorized to perform: %s because no identity-based policy allows the %s action"
                .formatted(who, action, action))
        : new AwsErrorException(
            403,
            isJson() ? "AccessDeniedException" : "AccessDenied",
            "User: %s is not authorized to perform: %s because no identity-based policy allows the %s action"
                .formatted(who, action, action));
  }
}
