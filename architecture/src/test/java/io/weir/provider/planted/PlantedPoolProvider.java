package io.weir.provider.planted;

import io.weir.provider.planted.thing.WithClock;
import java.time.InstantSource;

/** A provider, where its decisions meet its connections. */
public record PlantedPoolProvider(WithClock decision, InstantSource clock) {}
