package io.weir.sandbox;

/** Told of the steps of a start. */
@FunctionalInterface
public interface ProgressListener {
  /** Takes notice of a step that is done, or of one that takes long. On the thread that starts. */
  void step(String sentence);

  /** Takes notice that nothing runs any more. On the thread that stops, after everything else. */
  default void stopped() {}

  /** Takes no notice. */
  static ProgressListener silent() {
    return _ -> {};
  }
}
