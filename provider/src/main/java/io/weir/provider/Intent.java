package io.weir.provider;

/** What the engine wants of a pool now. */
public sealed interface Intent<D extends Desired> {

  /** Bring the cloud to the desired state. */
  record Converge<D extends Desired>(D desired) implements Intent<D> {}

  /** Delete everything that is ours. */
  record Delete<D extends Desired>() implements Intent<D> {}
}
