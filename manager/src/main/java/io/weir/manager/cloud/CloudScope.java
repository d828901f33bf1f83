package io.weir.manager.cloud;

import io.weir.provider.Observed;
import io.weir.provider.Scope;

/** What the pools of one kind share in one scope. */
public record CloudScope<O extends Observed>(
    Scope scope, CloudObserver<O> observer, AnswerCache answers) {}
