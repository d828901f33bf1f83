package io.weir.provider.aws.group;

import io.weir.provider.Instance;
import java.util.OptionalLong;

/**
 * An instance of an Auto Scaling group.
 *
 * @param instance what the engine needs of it
 * @param countsTowardsDesired whether AWS counts it towards the desired number; one in standby does
 *     not
 * @param template id of the launch template that it was made from; empty if AWS does not tell
 */
public record GroupInstance(Instance instance, boolean countsTowardsDesired, String template) {

  /** Of an unknown template. */
  public GroupInstance(Instance instance, boolean counts) {
    this(instance, counts, "");
  }

  /** Whether it runs or will. */
  public boolean isStaying() {
    return instance.state() != Instance.State.TERMINATING;
  }

  /** The template's version that it was made from; empty if AWS does not tell. */
  public OptionalLong version() {
    return instance.revision().matches("[0-9]{1,18}")
        ? OptionalLong.of(Long.parseLong(instance.revision()))
        : OptionalLong.empty();
  }
}
