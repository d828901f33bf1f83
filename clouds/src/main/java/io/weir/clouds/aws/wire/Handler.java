package io.weir.clouds.aws.wire;

/** What one operation does. Called with the lock of its account and region. */
@FunctionalInterface
public interface Handler {
  /**
   * Answers a request.
   *
   * @throws AwsErrorException as AWS would
   */
  Struct handle(AwsCall awsCall);
}
