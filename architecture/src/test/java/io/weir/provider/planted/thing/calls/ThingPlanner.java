package io.weir.provider.planted.thing.calls;

/** Decides where calls are made. */
public record ThingPlanner(ThingReader reader) {}
