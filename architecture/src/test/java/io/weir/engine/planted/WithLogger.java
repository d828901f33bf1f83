package io.weir.engine.planted;

/** Breaks the rule of purity. */
public record WithLogger(System.Logger logger) {}
