package io.weir.provider.aws.calls;

import io.weir.provider.CloudScope;

/** Gives the calls of a scope; the connection behind them is opened when first asked for. */
@FunctionalInterface
public interface AwsClients {
  AwsClient clientFor(CloudScope cloudScope);
}
