package io.weir.provider.aws.template;

import io.weir.provider.aws.tag.DesiredTags;
import io.weir.provider.fingerprint.FingerprintRules;
import io.weir.provider.fingerprint.InstanceRevision;
import io.weir.provider.fingerprint.TemplateChange;
import io.weir.provider.fingerprint.TemplateContent;
import io.weir.provider.fingerprint.TemplateFingerprint;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a launch template should be.
 *
 * @param name unique in account and region
 * @param data what it says, user data apart
 * @param userData what instances run at first boot
 * @param tags of the template itself; those of instances and volumes are in its data
 * @param revision what running instances are compared by
 * @param otherWordings digests that the revision would have, had people asked for the same in other
 *     words
 * @param imageKnown whether it is known what instances boot; if not, the template is without its
 *     image and not to be made, and of what is there only the user data may be replaced
 * @param staleUserDataReason that the user data is for another Kubernetes version than the pool,
 *     and who makes it anew; what is new comes with data that is made already. Empty if it is not
 * @param target where and as what instances are launched; no part of what versions are compared by
 */
public record DesiredTemplate(
    String name,
    LaunchTemplateData data,
    EncodedUserData userData,
    DesiredTags tags,
    InstanceRevision revision,
    Set<String> otherWordings,
    boolean imageKnown,
    Optional<String> staleUserDataReason,
    LaunchTarget target) {

  /** All versions that Weir has made so far were made by the first. */
  private static final FingerprintRules<DesiredTemplate> RULES =
      new FingerprintRules<>(
          Map.of(
              1,
              want ->
                  new TemplateContent(
                      want.data, want.userData.sha256(), want.revision, want.otherWordings)));

  public DesiredTemplate {
    otherWordings = Set.copyOf(otherWordings);
  }

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
   * if that may be of another kind, or is current.
   */
  public Optional<TemplateFingerprint> withUserDataRenewed(TemplateFingerprint carried) {
    return imageKnown
        ? RULES.withTokenRenewed(this, carried)
        : RULES.withUserDataRenewed(this, carried);
  }
}
