package io.weir.provider;

/** What the engine wants of a pool now. */
public sealed interface PoolIntent<D extends DesiredState> {

  /** Bring the cloud to the desired state. */
  record Converge<D extends DesiredState>(D desired) implements PoolIntent<D> {}

  /** Delete everything that is ours. */
  record Delete<D extends DesiredState>() implements PoolIntent<D> {}
}
