package io.weir.sandbox;

/** Told of the steps of a start. Called on the thread that starts. */
@FunctionalInterface
public interface Progress {
  /** Takes notice of a step that is done, or of one that takes long. */
  void step(String sentence);

  /** Takes no notice. */
  static Progress silent() {
    return _ -> {};
  }
}
