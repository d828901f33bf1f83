package io.weir.controlplane.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * What one run of a program wrote: the part of a file from {@code start} on. A restarted program
 * appends to the same file, so that the story of all its runs is in one place.
 *
 * @param path the file
 * @param start where this run begins, in bytes
 */
public record LogFile(Path path, long start) {
  private static final int LONGEST_READ = 64 * 1024;

  /** The file as it will be appended to from now on; it need not exist yet. */
  static LogFile appendingTo(Path path) throws IOException {
    return new LogFile(path, Files.exists(path) ? Files.size(path) : 0);
  }

  /**
   * The last lines of this run, without line ends; empty when it wrote nothing or the file cannot
   * be read, since this serves error messages that must not fail in turn.
   */
  public List<String> lastLines(int count) {
    List<String> lines = tail().lines().toList();
    return lines.subList(Math.max(0, lines.size() - count), lines.size());
  }

  /** Whether the end of this run's output (64 KiB) contains the text. */
  public boolean contains(String text) {
    return tail().contains(text);
  }

  private String tail() {
    try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
      long from = Math.max(start, channel.size() - LONGEST_READ);
      var buffer = ByteBuffer.allocate((int) Math.max(0, channel.size() - from));
      channel.read(buffer, from);
      return new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8);
    } catch (IOException _) {
      return "";
    }
  }
}
