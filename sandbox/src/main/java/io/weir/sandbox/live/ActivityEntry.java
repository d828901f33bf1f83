package io.weir.sandbox.live;

import java.time.Instant;

/**
 * Something that has happened.
 *
 * @param at when
 * @param about what it happened to, such as {@code MachinePool workers}
 * @param what in words; one line
 * @param tone how it sounds
 * @param times how often in a row
 */
public record ActivityEntry(Instant at, String about, String what, Tone tone, int times) {

  /** How an entry reads: plain, good or bad. */
  public enum Tone {
    /** As expected. */
    PLAIN,
    /** What was waited for. */
    GOOD,
    /** Somebody may want to look. */
    BAD
  }

  static ActivityEntry plain(Instant at, String about, String what) {
    return new ActivityEntry(at, about, what, Tone.PLAIN, 1);
  }

  static ActivityEntry good(Instant at, String about, String what) {
    return new ActivityEntry(at, about, what, Tone.GOOD, 1);
  }

  static ActivityEntry bad(Instant at, String about, String what) {
    return new ActivityEntry(at, about, what, Tone.BAD, 1);
  }

  boolean isRepeatOf(ActivityEntry other) {
    return about.equals(other.about) && what.equals(other.what);
  }

  ActivityEntry repeatedAt(Instant when) {
    return new ActivityEntry(when, about, what, tone, times + 1);
  }

  /** The words, and how often it happened when that was more than once. */
  public String text() {
    return times > 1 ? "%s (%d times)".formatted(what, times) : what;
  }
}
