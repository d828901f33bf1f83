package io.weir.pass;

import io.weir.provider.CloudScope;
import io.weir.provider.ObservedState;

/** A scope that a pass may use. */
public record OpenScope<O extends ObservedState>(
    CloudScope scope, PoolObservations<O> observations, ScopeQueries queries) {}
