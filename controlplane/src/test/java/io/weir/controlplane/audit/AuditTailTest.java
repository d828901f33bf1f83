package io.weir.controlplane.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditTailTest {
  @TempDir private Path directory;

  @Test
  void eachWriteIsHandedOverOnceWithWhatWasSent() throws Exception {
    var tail = new AuditTail(directory.resolve("audit.log"));
    append(line("1", "patch", ",\"requestObject\":{\"a\":\"\\\"verb\\\":\\\"get\\\"\"}"));
    append(line("2", "get", ""));
    List<AuditRecord> first = read(tail);
    append(line("3", "delete", ""));

    List<AuditRecord> later = read(tail);

    assertThat(first).extracting(AuditRecord::id).containsExactly("1");
    assertThat(first.getFirst().body()).isEqualTo("{\"a\":\"\\\"verb\\\":\\\"get\\\"\"}");
    assertThat(later).extracting(AuditRecord::id).containsExactly("3");
    assertThat(later.getFirst().body()).isEmpty();
  }

  private static List<AuditRecord> read(AuditTail tail) throws IOException {
    var writes = new ArrayList<AuditRecord>();
    tail.readWrites(writes::add);
    return writes;
  }

  private void append(String text) throws IOException {
    Files.writeString(
        directory.resolve("audit.log"), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static String line(String id, String verb, String more) {
    return """
    {"auditID":"%s","stage":"ResponseComplete","verb":"%s","user":{"username":"alice"}%s,\
    "requestReceivedTimestamp":"2026-01-01T00:00:00.000000Z",\
    "stageTimestamp":"2026-01-01T00:00:00.250000Z"}
    """
        .formatted(id, verb, more);
  }
}
