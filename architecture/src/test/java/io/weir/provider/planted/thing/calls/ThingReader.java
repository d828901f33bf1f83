package io.weir.provider.planted.thing.calls;

import java.time.InstantSource;

/** Meets the world where it may. */
public record ThingReader(InstantSource clock) {}
