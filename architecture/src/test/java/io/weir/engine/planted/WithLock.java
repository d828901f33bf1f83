package io.weir.engine.planted;

import java.util.concurrent.locks.ReentrantLock;

/** Breaks the rule of purity. */
public record WithLock(ReentrantLock lock) {}
