package io.weir.nowhere;

/** Lies in no part of the map. */
public record Stray() {}
