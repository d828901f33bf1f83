package io.weir.sandbox.live;

import java.util.List;

/** Shows a screen model to a person. Used by one thread. */
interface ScreenOutput {
  /**
   * Shows what has become of a screen model.
   *
   * @param screenModel as it is now
   * @param activity what is new since the last time, oldest first
   */
  void show(ScreenModel screenModel, List<ActivityEntry> activity);
}
