package io.weir.provider.aws.apply;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.calls.TemplateCalls;
import io.weir.provider.aws.observed.AwsObservedState;
import io.weir.provider.aws.observed.AwsStateCache;
import io.weir.provider.aws.observed.ObservedTemplate;
import io.weir.provider.aws.observed.RefreshObservation;
import io.weir.provider.aws.plan.TagStep;
import io.weir.provider.aws.plan.TemplateStep;
import io.weir.provider.aws.plan.TemplateVersionPlanner;
import io.weir.provider.template.TemplateFingerprint;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateVersionRequest;

/** Writes to launch templates, and what their answers prove. */
final class TemplateWrites {

  private final TemplateCalls calls;
  private final AwsStateCache awsStateCache;
  private final Clock clock;

  TemplateWrites(TemplateCalls calls, AwsStateCache awsStateCache, Clock clock) {
    this.calls = calls;
    this.awsStateCache = awsStateCache;
    this.clock = clock;
  }

  AwsObservedState create(
      TemplateStep.CreateTemplate step, AwsObservedState seen, String idempotencyKey)
      throws ProviderException {
    var want = step.want();
    var made = calls.createTemplate(TemplateRequests.create(want, idempotencyKey)).launchTemplate();
    return noted(
        seen,
        new ObservedTemplate(
            made.launchTemplateId(),
            want.name(),
            made.latestVersionNumber(),
            Optional.of(want.fingerprint()),
            want.tags()));
  }

  AwsObservedState add(TemplateStep.AddVersion step, AwsObservedState seen, String idempotencyKey)
      throws ProviderException {
    var request = TemplateRequests.addVersion(step.want(), step.templateId(), idempotencyKey);
    var tags = seen.template().map(ObservedTemplate::tags).orElse(step.want().tags());
    return added(request, step.name(), step.want().fingerprint(), tags, seen);
  }

  AwsObservedState renew(
      TemplateStep.RenewUserData step, AwsObservedState seen, String idempotencyKey)
      throws ProviderException {
    var request = TemplateRequests.renew(step, idempotencyKey);
    return added(request, step.name(), step.fingerprint(), step.template().tags(), seen);
  }

  private AwsObservedState added(
      CreateLaunchTemplateVersionRequest request,
      String name,
      TemplateFingerprint fingerprint,
      Map<String, String> tags,
      AwsObservedState seen)
      throws ProviderException {
    long number = calls.createTemplateVersion(request).launchTemplateVersion().versionNumber();
    return noted(
        doubtedIfEmpty(seen),
        new ObservedTemplate(
            request.launchTemplateId(),
            name,
            number,
            Optional.of(fingerprint),
            tags,
            number % TemplateVersionPlanner.CLEANUP_INTERVAL == 0));
  }

  /** That there is nothing to replace is not believed to a look from before the version. */
  private static AwsObservedState doubtedIfEmpty(AwsObservedState seen) {
    boolean empty =
        seen.group().filter(observedGroup -> observedGroup.members().isEmpty()).isPresent();
    return empty ? seen.withRefreshes(new RefreshObservation.Invalidated()) : seen;
  }

  AwsObservedState remove(TemplateStep.RemoveVersions step, AwsObservedState seen)
      throws ProviderException {
    // Those that are gone already are answered one by one, and are what was wanted.
    calls.deleteTemplateVersions(
        TemplateRequests.removeVersions(step.templateId(), step.versions()));
    return noted(seen, seen.template().orElseThrow().withoutSurplusVersions());
  }

  AwsObservedState delete(TemplateStep.DeleteTemplate step, AwsObservedState seen)
      throws ProviderException {
    try {
      calls.deleteTemplate(TemplateRequests.delete(step.id()));
    } catch (ProviderException.NotFound gone) {
      // What was wanted.
    }
    awsStateCache.recordTemplate(step.name(), Optional.empty(), clock.instant());
    return seen.withTemplate(Optional.empty());
  }

  AwsObservedState tag(TagStep.SetTags step, AwsObservedState seen) throws ProviderException {
    calls.tag(TemplateRequests.tag(step.id(), step.tags()));
    ObservedTemplate observedTemplate = seen.template().orElseThrow();
    return noted(seen, observedTemplate.withTags(step.tagsAfter(observedTemplate.tags())));
  }

  AwsObservedState untag(TagStep.RemoveTags step, AwsObservedState seen) throws ProviderException {
    calls.untag(TemplateRequests.untag(step.id(), step.keys()));
    ObservedTemplate observedTemplate = seen.template().orElseThrow();
    return noted(seen, observedTemplate.withTags(step.tagsAfter(observedTemplate.tags())));
  }

  private AwsObservedState noted(AwsObservedState seen, ObservedTemplate observedTemplate) {
    awsStateCache.recordTemplate(
        observedTemplate.name(), Optional.of(observedTemplate), clock.instant());
    return seen.withTemplate(Optional.of(observedTemplate));
  }
}
