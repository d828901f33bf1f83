package io.weir.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the collector of a JVM found, in MB.
 *
 * @param peak the most that was in use, garbage included
 * @param live the most that a full collection left
 * @param collections how many there were
 * @param full how many of them were full ones
 */
record HeapUse(int peak, int live, int collections, int full) {

  private static final Pattern PAUSE =
      Pattern.compile("Pause (Young|Full).* (\\d+)M->(\\d+)M\\(\\d+M\\)");

  /** The JVM option by which it is written down, one file a process. */
  static String jvmOption() {
    return "-Xlog:gc:file=gc-%p.log";
  }

  /** Of the lines of a JVM's log, as {@code -Xlog:gc} writes them. */
  static HeapUse of(List<String> log) {
    int peak = 0;
    int live = 0;
    int collections = 0;
    int full = 0;
    for (String line : log) {
      Matcher pause = PAUSE.matcher(line);
      if (pause.find()) {
        collections++;
        peak = Math.max(peak, Integer.parseInt(pause.group(2)));
        if (pause.group(1).equals("Full")) {
          full++;
          live = Math.max(live, Integer.parseInt(pause.group(3)));
        }
      }
    }
    return new HeapUse(peak, live, collections, full);
  }

  /** The lines that a process wrote after so many others. */
  static List<String> lines(Path directory, long pid, long after) throws IOException {
    Path file = directory.resolve("gc-" + pid + ".log");
    if (!Files.exists(file)) {
      return List.of();
    }
    try (var lines = Files.lines(file)) {
      return lines.skip(after).toList();
    }
  }
}
