package io.weir.sandbox.live;

import java.util.List;

/** Shows a screen model to a person. Used by one thread. */
interface Viewer {
  /**
   * Shows what has become of a screen model.
   *
   * @param screenModel as it is now
   * @param news what is new since the last time, oldest first
   */
  void show(ScreenModel screenModel, List<NewsItem> news);
}
