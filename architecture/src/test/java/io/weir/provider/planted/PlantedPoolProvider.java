package io.weir.provider.planted;

import io.weir.provider.planted.plan.WithClock;

/** A provider that decides in one package only. */
public record PlantedPoolProvider(WithClock plan) {}
