package io.weir.provider.aws.account.calls;

/**
 * Calls that a part of AWS makes. Each method asks for one thing: no paging, and only reads that
 * fail for a moment are repeated. All throw a {@link io.weir.provider.ProviderException} sorted by
 * {@link AwsErrors}.
 */
public interface SessionCalls {

  /** What they go through. */
  AwsSession session();
}
