package io.weir.engine.planted;

import java.nio.file.Path;

/** Breaks the rule of purity. */
public record WithFile(Path path) {}
