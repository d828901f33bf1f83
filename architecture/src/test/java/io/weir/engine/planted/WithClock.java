package io.weir.engine.planted;

import java.time.Clock;

/** Breaks the rule of purity. */
public record WithClock(Clock clock) {}
