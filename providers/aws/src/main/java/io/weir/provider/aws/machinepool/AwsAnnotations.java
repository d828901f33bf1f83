package io.weir.provider.aws.machinepool;

import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.group.GroupAnnotations;
import io.weir.provider.aws.refresh.OwedRefresh;
import io.weir.provider.aws.refresh.Rollout;
import io.weir.provider.aws.tag.AppliedTags;
import io.weir.provider.aws.template.RefusedTypes;
import io.weir.provider.aws.template.TemplateVersionPlanner;
import io.weir.provider.aws.template.UntriedVersion;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;

/** The annotations that this provider keeps on a pool. */
public final class AwsAnnotations {

  /** Their keys. */
  public static final Set<String> KEYS = keys();

  private AwsAnnotations() {}

  private static Set<String> keys() {
    var keys = new TreeSet<>(GroupAnnotations.KEYS);
    keys.add(AppliedTags.ANNOTATION);
    keys.add(OwedRefresh.ANNOTATION);
    keys.add(UntriedVersion.ANNOTATION);
    keys.add(RefusedTypes.ANNOTATION);
    return Set.copyOf(keys);
  }

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
    ProviderAnnotations kept =
        RefusedTypes.currentFor(
                providerAnnotations, seen.template(), want.template().target().instanceTypes())
            .writeTo(withoutDone(want, seen, providerAnnotations));
    boolean current =
        seen.template()
            .filter(template -> TemplateVersionPlanner.isCurrent(want.template(), template))
            .isPresent();
    return current ? rollout.cleanUp(withoutTried(kept, seen), want.refresh(), now) : kept;
  }

  /** The annotations without a version that was never made, was taken back, or is in use. */
  private static ProviderAnnotations withoutTried(
      ProviderAnnotations providerAnnotations, AwsObservedState seen) {
    return seen.isNewestUntried(providerAnnotations)
        ? providerAnnotations
        : UntriedVersion.removeFrom(providerAnnotations);
  }

  /** The annotations without what is neither wanted nor there any more. */
  private static ProviderAnnotations withoutDone(
      AwsDesiredState want, AwsObservedState seen, ProviderAnnotations providerAnnotations) {
    boolean done =
        seen.group().isPresent()
            && AwsPlanner.sharedEntries(want, seen, providerAnnotations).isEmpty();
    return done
        ? GroupAnnotations.withOnly(
            AppliedTags.withOnly(providerAnnotations, want.group().tags()), want.group())
        : providerAnnotations;
  }
}
