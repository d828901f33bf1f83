package io.weir.provider;

import java.util.Optional;

/**
 * Everything that a pass learned about a pool.
 *
 * @param resolution the desired state, or what prevents it from being computed; absent while
 *     deleting
 * @param seen the cloud, after this pass's writes
 * @param failure the call that failed in this pass, if one did
 * @param deleting whether the pool is being deleted
 * @param notes the notes on the pool, after this pass's writes
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
   * What blocks the pool until people act, or until what it waits for exists.
   *
   * @param mistake whether people must act
   */
  public record Hindrance(boolean mistake, String message) {}

  /** What is missing or wrong in objects, else a failure that does not resolve by itself. */
  public Optional<Hindrance> hindrance() {
    return resolution.orElse(null) instanceof Resolution.Blocked<D>(Unready why, var _)
        ? Optional.of(new Hindrance(why.mistake(), String.valueOf(why.getMessage())))
        : failure
            .filter(each -> each.error().needsPeople())
            .map(each -> new Hindrance(true, each.sentence()));
  }

  /**
   * A call that failed.
   *
   * @param doing what was attempted, for people, such as {@code observe aws in us-east-1}
   * @param error why it failed
   * @param step the write that was attempted; absent if it was a read
   */
  public record Failure(String doing, ProviderException error, Optional<Step> step) {

    /** A read that failed. */
    public Failure(String doing, ProviderException error) {
      this(doing, error, Optional.empty());
    }

    /** For people: what cannot be done, and why. */
    public String sentence() {
      return "cannot " + doing + ": " + error.getMessage();
    }

    /** A write that failed. */
    public static Failure of(Step step, ProviderException error) {
      return new Failure(step.what(), error, Optional.of(step));
    }
  }
}
