package io.weir.sandbox.once;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/** What a person reads while a sandbox works: a line a step, with the seconds since the start. */
public final class Transcript {
  private static final String MARGIN = " ".repeat(11);

  private final PrintStream out;
  private final LongSupplier nanos;
  private final long start;

  /**
   * A transcript that begins now.
   *
   * @param out where it is printed
   * @param nanos a clock in nanoseconds, such as {@code System::nanoTime}
   */
  public Transcript(PrintStream out, LongSupplier nanos) {
    this.out = out;
    this.nanos = nanos;
    this.start = nanos.getAsLong();
  }

  /** Something that has happened. */
  public void step(String sentence) {
    double seconds = (nanos.getAsLong() - start) / 1e9;
    print(String.format(Locale.ROOT, "%7.1f s  %s", seconds, sentence));
  }

  /** A heading and what stands under it, apart from what went before. */
  public void section(String heading, List<String> lines) {
    print("");
    print(heading);
    lines.forEach(line -> print("  " + line));
  }

  /** More about the last step. */
  public void detail(String line) {
    print(MARGIN + line);
  }

  private synchronized void print(String line) {
    out.println(line.stripTrailing());
    out.flush();
  }
}
