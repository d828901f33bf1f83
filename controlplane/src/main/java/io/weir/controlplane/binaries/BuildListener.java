package io.weir.controlplane.binaries;

import java.io.PrintStream;

/**
 * Told what happens while programs are looked for and built. Called on the thread that waits for
 * them.
 */
@FunctionalInterface
public interface BuildListener {
  /** Takes notice; should return at once. */
  void onEvent(BuildEvent event);

  /** Takes no notice. */
  static BuildListener silent() {
    return _ -> {};
  }

  /** Prints a line for each event. */
  static BuildListener printingTo(PrintStream stream) {
    return event -> stream.println(event.sentence());
  }
}
