package io.weir.provider.aws.desired;

import io.weir.provider.DesiredState;
import io.weir.provider.template.FingerprintRules;
import io.weir.provider.template.InstanceRevision;
import io.weir.provider.template.TemplateChange;
import io.weir.provider.template.TemplateContent;
import io.weir.provider.template.TemplateFingerprint;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a pool should be in AWS.
 *
 * @param name of the group and of the launch template
 * @param size instances that MachinePool spec.replicas asks for, kept within the group's bounds
 * @param template what the launch template says, user data apart
 * @param userData what instances run at first boot
 * @param group what the group should be
 * @param tags tags of the group and the template, proof of ownership included
 * @param additionalTags those of the tags that people asked for
 * @param clampReason why size is not what was asked for; empty if it is
 * @param ignoredPlacement which wish about places another one overrides; empty if none
 * @param revision what running instances are compared by
 * @param refreshSettings how they are replaced
 * @param imageKnown whether it is known what instances boot; if not, the template is without its
 *     image and not to be made, and of what is there only the user data may be replaced
 * @param staleUserDataReason that the user data is for another Kubernetes version than the pool,
 *     and who makes it anew; what is new comes with data that is made already. Empty if it is not
 */
public record AwsDesiredState(
    String name,
    int size,
    LaunchTemplateData template,
    EncodedUserData userData,
    GroupSettings group,
    Map<String, String> tags,
    Map<String, String> additionalTags,
    Optional<String> clampReason,
    Optional<String> ignoredPlacement,
    InstanceRevision revision,
    InstanceRefreshSettings refreshSettings,
    boolean imageKnown,
    Optional<String> staleUserDataReason)
    implements DesiredState {

  /** All versions that Weir has made so far were made by the first. */
  private static final FingerprintRules<AwsDesiredState> RULES =
      new FingerprintRules<>(
          Map.of(
              1,
              want -> new TemplateContent(want.template, want.userData.sha256(), want.revision)));

  public AwsDesiredState {
    additionalTags = Collections.unmodifiableMap(new TreeMap<>(additionalTags));
    tags = Collections.unmodifiableMap(new TreeMap<>(tags));
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
   * if anything else that people asked for has changed since, or the user data is current.
   */
  public Optional<TemplateFingerprint> withUserDataRenewed(TemplateFingerprint carried) {
    return RULES.withUserDataRenewed(this, carried);
  }
}
