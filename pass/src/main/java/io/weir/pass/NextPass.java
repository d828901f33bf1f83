package io.weir.pass;

import java.time.Duration;

/** When a pool has its next pass, if no event or observation brings one before. */
public sealed interface NextPass {

  /** Only an event or an observation brings one. */
  record WhenWoken() implements NextPass {}

  /** After a time. */
  record After(Duration pause) implements NextPass {}

  /**
   * After a pause that grows with each pass that ends so.
   *
   * @param why equal as long as it is the same trouble
   */
  record BackingOff(String why) implements NextPass {}

  /**
   * As long as it takes people to act, perhaps in the cloud, where no event tells of it.
   *
   * @param why equal as long as it is the same trouble
   */
  record UntilPeopleAct(String why) implements NextPass {}
}
