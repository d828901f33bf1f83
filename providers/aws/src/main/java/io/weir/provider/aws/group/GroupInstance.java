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
 * @param prolonged whether AWS was made to wait on with its end after this look
 */
public record GroupInstance(
    Instance instance, boolean countsTowardsDesired, String template, boolean prolonged) {

  /** One as AWS shows it. */
  public GroupInstance(Instance instance, boolean counts, String template) {
    this(instance, counts, template, false);
  }

  /** Of an unknown template. */
  public GroupInstance(Instance instance, boolean counts) {
    this(instance, counts, "");
  }

  /** Whether it runs or will. */
  public boolean isStaying() {
    return !instance.isEnding();
  }

  /** Whether it waits in a warm pool, from which the calls of the group itself take none. */
  public boolean isWarm() {
    return !countsTowardsDesired
        && (instance.state() == Instance.State.IDLE || instance.state() == Instance.State.STARTING);
  }

  /** The same once AWS has accepted that it is to go. */
  public GroupInstance asTerminating() {
    return new GroupInstance(
        new Instance(
            instance.id(),
            instance.providerId(),
            instance.zone(),
            Instance.State.TERMINATING,
            instance.revision(),
            instance.created()),
        false,
        template);
  }

  /** The same once AWS has accepted to wait on with its end. */
  public GroupInstance asProlonged() {
    return new GroupInstance(instance, countsTowardsDesired, template, true);
  }

  /** Whether it waits for our word before it ends. */
  public boolean isHeld() {
    return instance.state() == Instance.State.HELD;
  }

  /** Whether it waits, and was not made to wait on since the look. */
  public boolean mayBeProlonged() {
    return isHeld() && !prolonged;
  }

  /** The template's version that it was made from; empty if AWS does not tell. */
  public OptionalLong version() {
    return instance.revision().matches("[0-9]{1,18}")
        ? OptionalLong.of(Long.parseLong(instance.revision()))
        : OptionalLong.empty();
  }
}
