package io.weir.controlplane.audit;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;

/** A text file that another program appends to, read from where the last reading stopped. */
final class TailReader {
  private static final int CHUNK = 1 << 20;

  private final Path path;
  private byte[] buffer = new byte[CHUNK];
  private int filled;
  private long position;

  TailReader(Path path) {
    this.path = path;
  }

  /** Hands over the new lines that are whole; what follows the last line end waits for its own. */
  void readLines(Consumer<String> line) throws IOException {
    if (!Files.exists(path)) {
      return;
    }
    try (var file = new RandomAccessFile(path.toFile(), "r")) {
      file.seek(position);
      int read = file.read(buffer, filled, buffer.length - filled);
      while (read > 0) {
        position += read;
        int from = filled;
        filled += read;
        handOver(from, line);
        if (filled == buffer.length) {
          buffer = Arrays.copyOf(buffer, 2 * filled);
        }
        read = file.read(buffer, filled, buffer.length - filled);
      }
    }
  }

  private void handOver(int from, Consumer<String> line) {
    int begin = 0;
    for (int i = from; i < filled; i++) {
      if (buffer[i] == '\n') {
        line.accept(new String(buffer, begin, i - begin, StandardCharsets.UTF_8));
        begin = i + 1;
      }
    }
    System.arraycopy(buffer, begin, buffer, 0, filled - begin);
    filled -= begin;
  }
}
