package io.weir.provider.aws.calls;

import io.weir.provider.Scope;

/** Gives the calls of a scope; the connection behind them is opened when first asked for. */
@FunctionalInterface
public interface AwsConnections {
  AwsCalls to(Scope scope);
}
