package io.weir.sandbox.manager;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a process uses.
 *
 * @param pid its id
 * @param resident memory now, in KiB; 0 where the system does not tell
 * @param peak the most memory so far, in KiB; 0 where the system does not tell
 * @param cpu time on processors so far, of user and system
 */
public record ProcessUsage(long pid, long resident, long peak, Duration cpu) {

  /** Of a process that runs; empty when it has ended meanwhile. */
  public static Optional<ProcessUsage> of(ProcessHandle process) {
    return process
        .info()
        .totalCpuDuration()
        .map(
            cpu -> {
              String status = status(process.pid());
              return new ProcessUsage(
                  process.pid(),
                  kib(status, "VmRSS").orElse(0),
                  kib(status, "VmHWM").orElse(0),
                  cpu);
            });
  }

  /** Of two processes of one program; of its peaks at most the sum was used at once. */
  ProcessUsage plus(ProcessUsage other) {
    return new ProcessUsage(pid, resident + other.resident, peak + other.peak, cpu.plus(other.cpu));
  }

  /** Only Linux has the file; elsewhere nothing is known. */
  private static String status(long pid) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), "status"));
    } catch (IOException _) {
      return "";
    }
  }

  static OptionalLong kib(String status, String field) {
    Matcher line =
        Pattern.compile("^" + field + ":\\s+(\\d+) kB$", Pattern.MULTILINE).matcher(status);
    return line.find() ? OptionalLong.of(Long.parseLong(line.group(1))) : OptionalLong.empty();
  }
}
