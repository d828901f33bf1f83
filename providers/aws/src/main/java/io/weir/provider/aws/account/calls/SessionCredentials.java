package io.weir.provider.aws.account.calls;

import io.weir.provider.ProviderException;
import software.amazon.awssdk.auth.credentials.AwsCredentials;

/** Whose credentials the calls of a session are signed with. Safe for concurrent use. */
@FunctionalInterface
interface SessionCredentials {

  /**
   * Those to sign a call with. Asked before each call, so they cost nothing while they last.
   *
   * @throws ProviderException if there are none, with the remedy
   */
  AwsCredentials current() throws ProviderException;

  /** AWS says that those have ended which it was called with. */
  default void forget() {}
}
