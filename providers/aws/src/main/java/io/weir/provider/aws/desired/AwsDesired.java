package io.weir.provider.aws.desired;

import io.weir.provider.Desired;
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
 * @param additional those of the tags that people asked for
 * @param clamped why size is not what was asked for; empty if it is
 * @param passedOver which wish about places another one overrides; empty if none
 * @param revision what running instances are compared by
 * @param refresh how they are replaced
 * @param bootable whether it is known what instances boot; if not, the template is without its
 *     image and not to be made, and of what is there only the user data may be replaced
 * @param stale that the user data is for another Kubernetes version than the pool, and who makes it
 *     anew; what is new comes with data that is made already. Empty if it is not
 */
public record AwsDesired(
    String name,
    int size,
    TemplateData template,
    UserData userData,
    GroupSettings group,
    Map<String, String> tags,
    Map<String, String> additional,
    Optional<String> clamped,
    Optional<String> passedOver,
    Revision revision,
    RefreshSettings refresh,
    boolean bootable,
    Optional<String> stale)
    implements Desired {

  public AwsDesired {
    additional = Collections.unmodifiableMap(new TreeMap<>(additional));
    tags = Collections.unmodifiableMap(new TreeMap<>(tags));
  }

  /** What the launch template's newest version should carry. */
  public Mark mark() {
    return Mark.of(template, userData, revision);
  }
}
