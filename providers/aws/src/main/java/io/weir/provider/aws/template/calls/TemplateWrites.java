package io.weir.provider.aws.template.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.tag.TagStep;
import io.weir.provider.aws.template.DesiredTemplate;
import io.weir.provider.aws.template.LaunchTrial;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.aws.template.RefusedTypes;
import io.weir.provider.aws.template.TemplateStep;
import io.weir.provider.aws.template.TemplateVersionPlanner;
import io.weir.provider.fingerprint.TemplateFingerprint;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateVersionRequest;
import software.amazon.awssdk.services.ec2.model.DeleteLaunchTemplateVersionsResponseErrorItem;
import software.amazon.awssdk.services.ec2.model.LaunchTemplateTagSpecification;

/**
 * Writes to launch templates, and what their answers prove.
 *
 * @param cache is told of the answers
 */
public record TemplateWrites(TemplateCalls calls, TemplateCache cache, Clock clock) {

  private static final Set<String> GONE =
      Set.of("launchTemplateIdDoesNotExist", "launchTemplateVersionDoesNotExist");

  /**
   * What a write has led to.
   *
   * @param template as it is now
   * @param notes annotations to set or remove
   */
  public record TemplateReceipt(
      Optional<ObservedTemplate> template, Map<String, Optional<String>> notes) {

    static TemplateReceipt of(Optional<ObservedTemplate> template) {
      return new TemplateReceipt(template, Map.of());
    }
  }

  /**
   * Makes the write.
   *
   * @param seen the template before it
   * @param idempotencyKey the same for a repetition
   */
  public TemplateReceipt apply(
      TemplateStep step, Optional<ObservedTemplate> seen, String idempotencyKey)
      throws ProviderException {
    return switch (step) {
      case TemplateStep.CreateTemplate create -> TemplateReceipt.of(create(create, idempotencyKey));
      case TemplateStep.AddVersion add -> {
        DesiredTemplate want = add.want();
        String key = notTakenBack(idempotencyKey, add.templateId());
        var with =
            added(
                TemplateRequests.addVersion(want, add.templateId(), key),
                add.name(),
                want.fingerprint(),
                seen.map(ObservedTemplate::tags).orElse(want.tags().all()));
        yield TemplateVersionPlanner.needsTrial(want, seen)
            ? new TemplateReceipt(
                Optional.of(with),
                tryNew(new LaunchTrial(add.templateId(), with.latestVersion(), want.target()))
                    .of(with.fingerprint())
                    .notes())
            : TemplateReceipt.of(Optional.of(with));
      }
      case TemplateStep.TryVersion tried ->
          new TemplateReceipt(
              seen,
              keepIfLaunchable(tried.trial())
                  .of(seen.flatMap(ObservedTemplate::fingerprint))
                  .notes());
      case TemplateStep.RenewUserData renew -> {
        ObservedTemplate from = renew.template();
        String key = notTakenBack(idempotencyKey, from.id());
        yield TemplateReceipt.of(
            Optional.of(
                added(
                    TemplateRequests.renew(renew, tags(from), key),
                    renew.name(),
                    renew.fingerprint(),
                    from.tags())));
      }
      case TemplateStep.RemoveVersions remove -> {
        // Those that are gone already are answered one by one, and are what was wanted.
        calls.deleteTemplateVersions(
            TemplateRequests.removeVersions(remove.templateId(), remove.versions()));
        yield TemplateReceipt.of(noted(seen.orElseThrow().withoutSurplusVersions()));
      }
      case TemplateStep.DeleteTemplate delete -> TemplateReceipt.of(delete(delete));
    };
  }

  /** Sets or removes tags of the template. */
  public Optional<ObservedTemplate> apply(TagStep step, Optional<ObservedTemplate> seen)
      throws ProviderException {
    String id = step.resource().id();
    switch (step) {
      case TagStep.Setting set -> calls.tag(TemplateRequests.tag(id, set.tags()));
      case TagStep.RemoveTags remove -> calls.untag(TemplateRequests.untag(id, remove.keys()));
    }
    ObservedTemplate was = seen.orElseThrow();
    return noted(was.withTags(step.tagsAfter(was.tags())));
  }

  private Optional<ObservedTemplate> create(TemplateStep.CreateTemplate step, String idempotencyKey)
      throws ProviderException {
    var want = step.want();
    var made = calls.createTemplate(TemplateRequests.create(want, idempotencyKey)).launchTemplate();
    return noted(
        new ObservedTemplate(
            made.launchTemplateId(),
            want.name(),
            made.latestVersionNumber(),
            Optional.of(want.fingerprint()),
            want.tags().all()));
  }

  private ObservedTemplate added(
      CreateLaunchTemplateVersionRequest request,
      String name,
      TemplateFingerprint fingerprint,
      Map<String, String> tags)
      throws ProviderException {
    long number = calls.createTemplateVersion(request).launchTemplateVersion().versionNumber();
    var with =
        new ObservedTemplate(
            request.launchTemplateId(),
            name,
            number,
            Optional.of(fingerprint),
            tags,
            number % TemplateVersionPlanner.CLEANUP_INTERVAL == 0);
    cache.recordTemplate(name, Optional.of(with), clock.instant());
    return with;
  }

  /** What instances and volumes are tagged with that are made from the newest version. */
  private List<LaunchTemplateTagSpecification> tags(ObservedTemplate template)
      throws ProviderException {
    return calls
        .describeTemplateVersions(TemplateRequests.describeNewest(template))
        .launchTemplateVersions()
        .stream()
        .flatMap(version -> version.launchTemplateData().tagSpecifications().stream())
        .toList();
  }

  /** A repetition is answered with the version that was made, even if it was taken back since. */
  private String notTakenBack(String idempotencyKey, String templateId) {
    long last = cache.lastTakenBack(templateId);
    return last == 0 ? idempotencyKey : idempotencyKey + " after " + last;
  }

  /**
   * Tries a version that was made just now. Where it stays, although it was not tried or is good
   * for nothing, nothing may follow from what was seen before it.
   */
  private RefusedTypes tryNew(LaunchTrial trial) throws ProviderException {
    try {
      return new LaunchTrials(calls).tryAllTypes(trial);
    } catch (ProviderException.Rejected | ProviderException.Denied refused) {
      Optional<ProviderException> stays = takeBack(trial, refused);
      if (stays.isPresent()) {
        throw new ProviderException.Ambiguous(
            String.valueOf(stays.get().getMessage()), stays.get());
      }
      throw refused;
    } catch (ProviderException unknown) {
      throw new ProviderException.Ambiguous(
          "whether version %d of launch template %s can be launched is not known yet: %s"
              .formatted(trial.version(), trial.templateId(), unknown.getMessage()),
          unknown);
    }
  }

  /**
   * Tries a version and takes it back if no instance can be launched from it: the group makes
   * instances from the newest one, also in place of those that die.
   */
  private RefusedTypes keepIfLaunchable(LaunchTrial trial) throws ProviderException {
    try {
      return new LaunchTrials(calls).tryAllTypes(trial);
    } catch (ProviderException.Rejected | ProviderException.Denied refused) {
      throw takeBack(trial, refused).orElse(refused);
    }
  }

  /**
   * Tries the newest version before instances are replaced. If none can be launched, all that was
   * made since that for which they were launched is taken back; unless instances were made from it,
   * too.
   *
   * @param after the last version that was there before what is owed
   * @param used versions that instances were made from
   */
  public void tryBeforeRefresh(LaunchTrial trial, long after, Set<Long> used)
      throws ProviderException {
    try {
      new LaunchTrials(calls).tryAnyType(trial);
    } catch (ProviderException.Rejected | ProviderException.Denied refused) {
      List<Long> since =
          LongStream.rangeClosed(after + 1, trial.version())
              .skip(Math.max(0, trial.version() - after - TemplateVersionPlanner.MOST))
              .boxed()
              .toList();
      if (since.stream().anyMatch(used::contains)) {
        throw refused;
      }
      throw takeBack(trial, since, refused).orElse(refused);
    }
  }

  private Optional<ProviderException> takeBack(LaunchTrial trial, ProviderException refused) {
    return takeBack(trial, List.of(trial.version()), refused);
  }

  /**
   * Deletes versions.
   *
   * @param versions the tried one and some before it
   * @return what to tell in place of the refusal if one of them is still there
   */
  private Optional<ProviderException> takeBack(
      LaunchTrial trial, List<Long> versions, ProviderException refused) {
    cache.recordTakenBack(trial.templateId(), trial.version());
    try {
      return calls
          .deleteTemplateVersions(TemplateRequests.removeVersions(trial.templateId(), versions))
          .unsuccessfullyDeletedLaunchTemplateVersions()
          .stream()
          .map(DeleteLaunchTemplateVersionsResponseErrorItem::responseError)
          .filter(error -> !GONE.contains(error.codeAsString()))
          .findFirst()
          .map(
              error ->
                  stays(
                      trial, refused, "%s (%s)".formatted(error.message(), error.codeAsString())));
    } catch (ProviderException.NotFound gone) {
      return Optional.empty();
    } catch (ProviderException failure) {
      return Optional.of(stays(trial, refused, String.valueOf(failure.getMessage())));
    }
  }

  private static ProviderException stays(LaunchTrial trial, ProviderException refused, String why) {
    String message =
        "%s; version %d of launch template %s, which the group uses, cannot be deleted: %s"
            .formatted(refused.getMessage(), trial.version(), trial.templateId(), why);
    return refused instanceof ProviderException.Denied
        ? new ProviderException.Denied(message, refused.getCause())
        : new ProviderException.Rejected(message, refused.getCause());
  }

  private Optional<ObservedTemplate> delete(TemplateStep.DeleteTemplate step)
      throws ProviderException {
    try {
      calls.deleteTemplate(TemplateRequests.delete(step.id()));
    } catch (ProviderException.NotFound gone) {
      // What was wanted.
    }
    cache.recordTemplate(step.name(), Optional.empty(), clock.instant());
    return Optional.empty();
  }

  private Optional<ObservedTemplate> noted(ObservedTemplate template) {
    cache.recordTemplate(template.name(), Optional.of(template), clock.instant());
    return Optional.of(template);
  }
}
