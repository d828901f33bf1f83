package io.weir.bench;

import io.weir.sandbox.manager.ManagerProcess;
import io.weir.sandbox.manager.ProcessUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads at the end of each round what the manager's memory held. */
final class MemoryMeter {
  private static final int PATIENCE_SECONDS = 30;

  private final ManagerProcess manager;
  private final boolean wanted;
  private final List<Reading> readings = new ArrayList<>();
  private long pid;
  private long linesRead;

  /**
   * A meter.
   *
   * @param wanted whether it reads at all: each reading costs the manager a full collection
   */
  MemoryMeter(ManagerProcess manager, boolean wanted) {
    this.manager = manager;
    this.wanted = wanted;
  }

  /**
   * What a round used.
   *
   * @param title which round
   * @param before what the collector found in the round
   * @param live MB that were in use at its end, after a full collection
   * @param process the whole process
   * @param threads how many the process has, without virtual ones
   */
  record Reading(String title, HeapUse before, int live, ProcessUsage process, long threads) {}

  /** Reads at the end of a round; empty if it does not read. */
  Optional<Reading> read(String title) throws IOException, InterruptedException {
    var usage = manager.usage();
    if (!wanted || usage.isEmpty()) {
      return Optional.empty();
    }
    if (pid != usage.get().pid()) {
      pid = usage.get().pid();
      linesRead = 0;
    }
    List<String> ofRound = newLines();
    collect();
    HeapUse now = HeapUse.of(newLines());
    var reading =
        new Reading(
            title, HeapUse.of(ofRound), now.live(), usage.get(), field(pid, "status", "Threads"));
    readings.add(reading);
    return Optional.of(reading);
  }

  /** All readings so far. */
  List<Reading> readings() {
    return List.copyOf(readings);
  }

  /** What the process has read so far, from sockets and files; 0 where the system does not tell. */
  long bytesRead() throws IOException {
    var usage = manager.usage();
    if (usage.isEmpty()) {
      return 0;
    }
    return field(usage.get().pid(), "io", "rchar");
  }

  private List<String> newLines() throws IOException {
    Path directory = Objects.requireNonNull(manager.logFile().getParent());
    List<String> lines = HeapUse.lines(directory, pid, linesRead);
    linesRead += lines.size();
    return lines;
  }

  private void collect() throws IOException, InterruptedException {
    Process command =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(pid),
                "GC.run")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!command.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      command.destroyForcibly();
    }
  }

  private static long field(long pid, String file, String name) throws IOException {
    Path path = Path.of("/proc", Long.toString(pid), file);
    if (!Files.exists(path)) {
      return 0;
    }
    Matcher line =
        Pattern.compile("^" + name + ":\\s+(\\d+)", Pattern.MULTILINE)
            .matcher(Files.readString(path));
    return line.find() ? Long.parseLong(line.group(1)) : 0;
  }
}
