package io.weir.manager.cloud;

import io.weir.pass.ScopeQueries;
import io.weir.provider.CloudScope;
import io.weir.provider.ObservedState;

/** What the pools of one kind share in one scope. */
public record SharedScopeState<O extends ObservedState>(
    CloudScope scope, CloudObserver<O> observer, ScopeQueries queryResults) {}
