package io.weir.clouds.node.host;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A machine's serial console: its latest lines, each with the seconds since power-on. Bootstrap
 * tokens are struck out of every line, whoever wrote it.
 */
public final class Console {
  private static final int MAX_LINES = 200;
  private static final int MAX_LENGTH = 2000;
  private static final Pattern TOKEN = Pattern.compile("\\b([a-z0-9]{6})\\.[a-z0-9]{16}\\b");

  private final long start = System.nanoTime();
  private final ArrayDeque<String> lines = new ArrayDeque<>();

  /** Writes one line. */
  public void log(String text) {
    String safe = TOKEN.matcher(text).replaceAll("$1.<redacted>");
    String cut = safe.length() > MAX_LENGTH ? safe.substring(0, MAX_LENGTH) + "…" : safe;
    double seconds = (System.nanoTime() - start) / 1e9;
    synchronized (lines) {
      lines.addLast(String.format(Locale.ROOT, "[%9.3f] %s", seconds, cut));
      if (lines.size() > MAX_LINES) {
        lines.removeFirst();
      }
    }
  }

  /** The lines so far, oldest first. */
  public List<String> lines() {
    synchronized (lines) {
      return List.copyOf(lines);
    }
  }
}
