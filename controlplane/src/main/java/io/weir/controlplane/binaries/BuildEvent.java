package io.weir.controlplane.binaries;

import java.nio.file.Path;
import java.time.Duration;

/** Something that a person who waits for the programs may want to know. */
public sealed interface BuildEvent {
  /** The event in words, without a full stop. */
  String sentence();

  /**
   * Where programs come from, when that is not obvious, and which are not used.
   *
   * @param sentence the words
   */
  record Note(String sentence) implements BuildEvent {}

  /**
   * Another build of the same programs is under way; its result will be used.
   *
   * @param entry the cache entry that it fills
   */
  record Waiting(Path entry) implements BuildEvent {
    @Override
    public String sentence() {
      return "waiting for another build of the same programs in " + entry;
    }
  }

  /**
   * A program is being built. Sent when its build begins and every few seconds after.
   *
   * @param binary the program
   * @param position its number among those to build, from 1
   * @param total how many are to be built
   * @param elapsed since this one began
   */
  record Building(Binary binary, int position, int total, Duration elapsed) implements BuildEvent {
    @Override
    public String sentence() {
      String so = elapsed.isZero() ? "" : ", " + elapsed.toSeconds() + " s so far";
      return "building %s (%d of %d%s)".formatted(binary.fileName(), position, total, so);
    }
  }

  /**
   * A program has been built and is in the cache.
   *
   * @param binary the program
   * @param position its number among those to build, from 1
   * @param total how many are to be built
   * @param elapsed how long it took
   */
  record Built(Binary binary, int position, int total, Duration elapsed) implements BuildEvent {
    @Override
    public String sentence() {
      return "built %s (%d of %d) in %.1f s"
          .formatted(binary.fileName(), position, total, elapsed.toMillis() / 1000.0);
    }
  }
}
