package io.weir.manager.left;

import io.weir.manager.right.Right;

/** One half of a circle. */
public record Left(Right right) {}
