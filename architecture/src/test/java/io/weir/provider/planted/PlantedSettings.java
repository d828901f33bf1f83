package io.weir.provider.planted;

/** Lies where only factories and providers do. */
public record PlantedSettings(String endpoint) {}
