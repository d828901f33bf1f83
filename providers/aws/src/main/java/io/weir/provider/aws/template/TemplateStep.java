package io.weir.provider.aws.template;

import io.weir.provider.PlanStep;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.tag.TagStep;
import io.weir.provider.fingerprint.TemplateFingerprint;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A write to a launch template, apart from its tags. */
public sealed interface TemplateStep extends PlanStep {

  /** The template's. */
  String name();

  /** Whether a step writes to a launch template or its tags. */
  static boolean isTemplateWrite(@Nullable PlanStep step) {
    return step instanceof TemplateStep
        || (step instanceof TagStep ofTags && ObservedTemplate.isA(ofTags.resource()));
  }

  /** Annotations to set or remove before it, so that what follows is not forgotten. */
  default Map<String, Optional<String>> notes() {
    return Map.of();
  }

  @Override
  default ProviderAnnotations annotationsBefore(
      ProviderAnnotations providerAnnotations, Instant now) {
    return providerAnnotations.withAll(notes());
  }

  /**
   * Makes the launch template, with its first version.
   *
   * @param notes with what it is made by name
   */
  record CreateTemplate(DesiredTemplate want, String reason, Map<String, Optional<String>> notes)
      implements TemplateStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String description() {
      return "create launch template " + name();
    }

    @Override
    public Object goalKey() {
      return want.fingerprint();
    }

    @Override
    public Object backoffKey() {
      return List.of(want.data(), want.tags(), want.revision());
    }
  }

  /**
   * Adds a version; instances made from now on are made from it, others stay as they are. If AWS
   * refuses to launch from it, it is taken back.
   *
   * @param notes what follows once it is there
   */
  record AddVersion(
      DesiredTemplate want, String templateId, String reason, Map<String, Optional<String>> notes)
      implements TemplateStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String description() {
      return "add a version to launch template " + name();
    }

    /** The version that there is serves meanwhile. */
    @Override
    public boolean canBeSkipped() {
      return true;
    }

    @Override
    public ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations providerAnnotations) {
      return UntriedVersion.removeFrom(providerAnnotations);
    }

    @Override
    public Object goalKey() {
      return List.of(want.fingerprint(), templateId);
    }

    @Override
    public Object backoffKey() {
      return List.of(want.data(), want.revision(), templateId);
    }
  }

  /**
   * Asks AWS whether instances can be launched from the newest version, and takes the version back
   * if not. No instance is to be made from it before, so all else waits.
   */
  record TryVersion(DesiredTemplate want, LaunchTrial trial, String reason)
      implements TemplateStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String description() {
      return "launch from version %d of launch template %s".formatted(trial.version(), name());
    }

    @Override
    public Object goalKey() {
      return trial;
    }

    @Override
    public ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations providerAnnotations) {
      return UntriedVersion.removeFrom(providerAnnotations);
    }
  }

  /**
   * Adds a version that is the newest one with other user data; instances made from now on are made
   * from it.
   *
   * @param template the template with its newest version
   * @param fingerprint what the new version carries
   * @param notes what follows once it is there
   */
  record RenewUserData(
      DesiredTemplate want,
      ObservedTemplate template,
      TemplateFingerprint fingerprint,
      String reason,
      Map<String, Optional<String>> notes)
      implements TemplateStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String description() {
      return "renew the user data of launch template " + name();
    }

    /** A size is no less right for instances that boot with an older token. */
    @Override
    public boolean canBeSkipped() {
      return true;
    }

    @Override
    public Object goalKey() {
      return List.of(fingerprint, template.id());
    }

    @Override
    public Object backoffKey() {
      return List.of(want.revision(), template.id());
    }
  }

  /** Removes old versions that nothing uses. */
  record RemoveVersions(String name, String templateId, List<Long> versions, String reason)
      implements TemplateStep {
    @Override
    public String description() {
      return "remove old versions of launch template " + name;
    }

    @Override
    public boolean canBeSkipped() {
      return true;
    }
  }

  /** Deletes the template with all versions. */
  record DeleteTemplate(String name, String id, String reason) implements TemplateStep {
    @Override
    public String description() {
      return "delete launch template " + name;
    }

    @Override
    public boolean deletes() {
      return true;
    }
  }
}
