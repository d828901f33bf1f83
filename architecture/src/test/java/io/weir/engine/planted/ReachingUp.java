package io.weir.engine.planted;

import io.weir.manager.left.Left;

/** Imports what the map does not allow. */
public record ReachingUp(Left left) {}
