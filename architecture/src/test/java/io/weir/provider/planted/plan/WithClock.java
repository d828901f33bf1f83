package io.weir.provider.planted.plan;

import java.time.InstantSource;

/** Breaks the rule of purity. */
public record WithClock(InstantSource clock) {}
