package io.weir.provider.aws.template;

import io.weir.provider.aws.tag.DesiredTags;
import io.weir.provider.template.FingerprintRules;
import io.weir.provider.template.InstanceRevision;
import io.weir.provider.template.TemplateChange;
import io.weir.provider.template.TemplateContent;
import io.weir.provider.template.TemplateFingerprint;
import java.util.Map;
import java.util.Optional;

/**
 * What a launch template should be.
 *
 * @param name unique in account and region
 * @param data what it says, user data apart
 * @param userData what instances run at first boot
 * @param tags of the template itself; those of instances and volumes are in its data
 * @param revision what running instances are compared by
 * @param imageKnown whether it is known what instances boot; if not, the template is without its
 *     image and not to be made, and of what is there only the user data may be replaced
 * @param staleUserDataReason that the user data is for another Kubernetes version than the pool,
 *     and who makes it anew; what is new comes with data that is made already. Empty if it is not
 */
public record DesiredTemplate(
    String name,
    LaunchTemplateData data,
    EncodedUserData userData,
    DesiredTags tags,
    InstanceRevision revision,
    boolean imageKnown,
    Optional<String> staleUserDataReason) {

  /** All versions that Weir has made so far were made by the first. */
  private static final FingerprintRules<DesiredTemplate> RULES =
      new FingerprintRules<>(
          Map.of(1, want -> new TemplateContent(want.data, want.userData.sha256(), want.revision)));

  /** What the launch template's newest version should carry. */
  public TemplateFingerprint fingerprint() {
    return RULES.fingerprint(this);
  }

  /** How a version of the launch template that carries this differs from what is wanted. */
  public TemplateChange changeFrom(Optional<TemplateFingerprint> carried) {
    return RULES.change(this, carried);
  }

  /**
   * What a version of the launch template that carries this becomes with today's user data; empty
   * if anything else that people asked for has changed since, or the user data is current.
   */
  public Optional<TemplateFingerprint> withUserDataRenewed(TemplateFingerprint carried) {
    return RULES.withUserDataRenewed(this, carried);
  }
}
