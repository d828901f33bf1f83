package io.weir.controlplane.audit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * The writes that an API server logs, each handed over once and kept nowhere: for whoever follows a
 * log that grows for hours. Reads are passed over unread. For one thread.
 */
public final class AuditTail {
  private static final List<String> READS =
      List.of("\"verb\":\"get\"", "\"verb\":\"list\"", "\"verb\":\"watch\"");

  private final TailReader lines;

  /**
   * The tail of a log whose lines are Events of audit.k8s.io/v1, from its beginning.
   *
   * @param file need not exist yet
   */
  public AuditTail(Path file) {
    lines = new TailReader(file);
  }

  /** Hands over the writes that were logged since the last time, in the order of the log. */
  public void readWrites(Consumer<AuditRecord> writes) throws IOException {
    lines.readLines(
        line -> {
          // A quotation mark within a value is escaped there, so this is the verb itself.
          if (READS.stream().noneMatch(line::contains)) {
            AuditLineParser.parse(line).filter(AuditRecord::isWrite).ifPresent(writes);
          }
        });
  }

  /** Hands over what was refused (403) since the last time, reads included. */
  public void readForbidden(Consumer<AuditRecord> refused) throws IOException {
    lines.readLines(
        line -> {
          if (line.contains("\"code\":403")) {
            AuditLineParser.parse(line).ifPresent(refused);
          }
        });
  }
}
