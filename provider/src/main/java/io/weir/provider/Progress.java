package io.weir.provider;

import java.util.Optional;

/**
 * All that a pass found out about a pool.
 *
 * @param resolution the desired state, or what keeps it from being known; absent while deleting
 * @param seen the cloud, after this pass's writes
 * @param failure the call that failed in this pass, if one did
 * @param deleting whether the pool is being removed
 * @param notes what stands on the pool, after this pass's writes
 */
public record Progress<D extends Desired, O extends Observed>(
    Optional<Resolution<D>> resolution,
    Observation<O> seen,
    Optional<Failure> failure,
    boolean deleting,
    Notes notes) {

  /** Without notes. */
  public Progress(
      Optional<Resolution<D>> resolution,
      Observation<O> seen,
      Optional<Failure> failure,
      boolean deleting) {
    this(resolution, seen, failure, deleting, Notes.NONE);
  }

  /**
   * A call that failed.
   *
   * @param doing what was attempted, for people
   * @param error why it failed
   */
  public record Failure(String doing, ProviderException error) {}
}
