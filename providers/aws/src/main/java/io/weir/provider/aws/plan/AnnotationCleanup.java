package io.weir.provider.aws.plan;

import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.desired.AwsDesiredState;
import io.weir.provider.aws.observed.AwsObservedState;
import io.weir.provider.aws.rollout.Rollout;
import java.time.Instant;

/** Which provider annotations are still needed. Pure. */
public final class AnnotationCleanup {

  private AnnotationCleanup() {}

  /**
   * The annotations without what was done, and with what was learnt. While a version is still to be
   * added the annotation that was written for it stays, or each try would write it anew.
   */
  public static ProviderAnnotations cleanUp(
      AwsDesiredState want,
      AwsObservedState seen,
      Rollout rollout,
      ProviderAnnotations providerAnnotations,
      Instant now) {
    ProviderAnnotations kept = GroupFeaturePlanner.cleanUp(want, seen, providerAnnotations);
    boolean current =
        seen.template()
            .filter(observedTemplate -> TemplateVersionPlanner.isCurrent(want, observedTemplate))
            .isPresent();
    return current ? rollout.cleanUp(kept, want.refreshSettings(), now) : kept;
  }
}
