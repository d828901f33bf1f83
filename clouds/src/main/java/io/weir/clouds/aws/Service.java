package io.weir.clouds.aws;

import io.weir.clouds.Fault;
import io.weir.clouds.aws.wire.AnswerWriter;
import io.weir.clouds.aws.wire.AwsRefusal;
import io.weir.clouds.aws.wire.RequestReader;
import io.weir.clouds.aws.wire.ServiceTable;
import io.weir.clouds.aws.world.Account;

/** One service of AWS: its table, and the words in which it refuses anything. */
record Service(ServiceTable table, RequestReader reader, AnswerWriter writer) {
  static Service of(String name) {
    ServiceTable table = ServiceTable.load(name);
    return new Service(table, new RequestReader(table), new AnswerWriter(table));
  }

  String name() {
    return table.service();
  }

  boolean ec2() {
    return table.ec2();
  }

  AwsRefusal unsigned() {
    return ec2()
        ? new AwsRefusal(
            401, "AuthFailure", "AWS was not able to validate the provided access credentials")
        : new AwsRefusal(
            403, "MissingAuthenticationToken", "Request is missing Authentication Token");
  }

  AwsRefusal unknownKey() {
    return ec2()
        ? unsigned()
        : new AwsRefusal(
            403, "InvalidClientTokenId", "The security token included in the request is invalid.");
  }

  AwsRefusal wrongSignature() {
    return ec2()
        ? unsigned()
        : new AwsRefusal(
            403,
            "SignatureDoesNotMatch",
            "The request signature we calculated does not match the signature you provided. Check"
                + " your AWS Secret Access Key and signing method.");
  }

  /** How the service words a fault of a kind that has an answer. */
  AwsRefusal fault(Fault.Kind kind, Account account, String action) {
    return switch (kind) {
      case THROTTLED ->
          ec2()
              ? new AwsRefusal(503, "RequestLimitExceeded", "Request limit exceeded.")
              : AwsRefusal.of("Throttling", "Rate exceeded");
      case DENIED -> denied(account, action);
      default ->
          ec2()
              ? new AwsRefusal(500, "InternalError", "An internal error has occurred")
              : new AwsRefusal(
                  500,
                  "InternalFailure",
                  "The request processing has failed because of an unknown error, exception or"
                      + " failure.");
    };
  }

  private AwsRefusal denied(Account account, String action) {
    String who = "arn:aws:iam::" + account.id() + ":user/weir";
    return ec2()
        ? new AwsRefusal(
            403,
            "UnauthorizedOperation",
            "You are not authorized to perform this operation. User: %s is not authorized to perform: ec2:%s because no identity-based policy allows the ec2:%s action"
                .formatted(who, action, action))
        : new AwsRefusal(
            403,
            "AccessDenied",
            "User: %s is not authorized to perform: autoscaling:%s because no identity-based policy allows the autoscaling:%s action"
                .formatted(who, action, action));
  }
}
