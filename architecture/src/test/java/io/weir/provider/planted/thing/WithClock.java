package io.weir.provider.planted.thing;

import java.time.InstantSource;

/** Breaks the rule of purity. */
public record WithClock(InstantSource clock) {}
