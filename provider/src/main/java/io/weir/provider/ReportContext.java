package io.weir.provider;

import java.util.List;
import java.util.Optional;

/**
 * Everything that a pass learned about a pool.
 *
 * @param pool the identity of the pool
 * @param resolution the desired state, or what prevents it from being computed; absent while
 *     deleting
 * @param observation the cloud, after this pass's writes
 * @param failure the call that failed in this pass, if one did
 * @param deleting whether the pool is being deleted
 * @param annotations the provider annotations on the pool, after this pass's writes
 * @param nodes the Nodes that are its members, where Nodes are; absent while they are not known
 * @param rollout how far Weir is with replacing what is outdated; absent where the cloud does that
 */
public record ReportContext<D extends DesiredState, O extends ObservedState>(
    PoolIdentity pool,
    Optional<ResolveResult<D>> resolution,
    Observation<O> observation,
    Optional<CallFailure> failure,
    boolean deleting,
    ProviderAnnotations annotations,
    Optional<List<PoolNode>> nodes,
    Optional<Rollout> rollout) {

  public ReportContext {
    nodes = nodes.map(List::copyOf);
  }

  /**
   * A rollout by Weir.
   *
   * @param stalled whether new machines do not become available
   * @param message how far it is, with numbers
   */
  public record Rollout(boolean stalled, String message) {}

  /** Without Nodes as members, or a rollout by Weir. */
  public ReportContext(
      PoolIdentity pool,
      Optional<ResolveResult<D>> resolution,
      Observation<O> seen,
      Optional<CallFailure> failure,
      boolean deleting,
      ProviderAnnotations annotations) {
    this(
        pool, resolution, seen, failure, deleting, annotations, Optional.empty(), Optional.empty());
  }

  /** Without provider annotations. */
  public ReportContext(
      PoolIdentity pool,
      Optional<ResolveResult<D>> resolution,
      Observation<O> seen,
      Optional<CallFailure> failure,
      boolean deleting) {
    this(pool, resolution, seen, failure, deleting, ProviderAnnotations.NONE);
  }

  /**
   * The ownership conflict, for people; the members of such a pool are not reported. Else empty.
   */
  public Optional<String> ownershipConflict() {
    return observation.ownershipConflict(pool, annotations);
  }

  /**
   * What blocks the pool until people act, or until what it waits for exists.
   *
   * @param needsUserAction whether people must act
   */
  public record PoolBlocker(boolean needsUserAction, String message) {}

  /** What is missing or wrong in objects, else a failure that does not resolve by itself. */
  public Optional<PoolBlocker> blocker() {
    return resolution
        .flatMap(ResolveResult::blocker)
        .map(why -> new PoolBlocker(why.needsUserAction(), String.valueOf(why.getMessage())))
        .or(
            () ->
                failure
                    .filter(each -> each.error().needsUserAction())
                    .map(each -> new PoolBlocker(true, each.message())));
  }

  /** What is written again and again and does not last, for people. */
  public Optional<String> revertedWrite() {
    return failure
        .filter(each -> each.error() instanceof ProviderException.Reverted)
        .map(CallFailure::message);
  }

  /**
   * A call that failed.
   *
   * @param action what was attempted, for people, such as {@code observe aws in us-east-1}
   * @param error why it failed
   * @param step the write that was attempted; absent if it was a read
   */
  public record CallFailure(String action, ProviderException error, Optional<PlanStep> step) {

    /** A read that failed. */
    public CallFailure(String doing, ProviderException error) {
      this(doing, error, Optional.empty());
    }

    /** For people: what cannot be done, and why. */
    public String message() {
      return "cannot " + action + ": " + error.getMessage();
    }

    /** A write that failed. */
    public static CallFailure of(PlanStep planStep, ProviderException error) {
      return new CallFailure(planStep.description(), error, Optional.of(planStep));
    }
  }
}
