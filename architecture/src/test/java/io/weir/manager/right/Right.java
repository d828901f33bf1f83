package io.weir.manager.right;

import io.weir.manager.left.Left;
import java.util.List;

/** The other half of a circle. */
public record Right(List<Left> left) {

  /** Uses the other half. */
  public int lefts() {
    return left.stream().map(Left::right).mapToInt(Right::lefts).sum();
  }
}
