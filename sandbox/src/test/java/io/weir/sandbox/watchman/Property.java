package io.weir.sandbox.watchman;

import java.util.function.Consumer;

/**
 * Something that must hold at every moment. Told of what happened in the order of its times, but
 * for what was noted late; remembers what it needs. For one thread.
 */
public interface Property {

  /** What must hold, as a sentence. */
  String sentence();

  /** Takes what happened next, and tells what is broken by it. */
  void take(HistoryEvent event, Consumer<Violation> broken);
}
