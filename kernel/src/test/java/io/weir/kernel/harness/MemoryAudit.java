package io.weir.kernel.harness;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.controlplane.audit.AuditLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.UUID;

/** The audit log of a {@link MemoryApiServer}, a file as a real one writes it. */
final class MemoryAudit implements AutoCloseable {

  private final Path file;
  private final AuditLog log;

  private MemoryAudit(Path file) {
    this.file = file;
    this.log = new AuditLog(file);
  }

  static MemoryAudit begin() {
    try {
      return new MemoryAudit(Files.createTempDirectory("memory-audit-").resolve("audit.log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  AuditLog log() {
    return log;
  }

  void add(MemoryCall call, String user, int code, Instant received, Instant answered) {
    boolean watch = call.verb().equals("watch");
    ObjectNode event =
        Json.MAPPER
            .createObjectNode()
            .put("auditID", UUID.randomUUID().toString())
            .put("stage", watch ? "ResponseStarted" : "ResponseComplete")
            .put("verb", call.verb().equals("apply") ? "patch" : call.verb())
            .put("requestURI", call.path())
            .put("requestReceivedTimestamp", received.toString())
            .put("stageTimestamp", answered.toString());
    event.putObject("user").put("username", user);
    event.putObject("responseStatus").put("code", code);
    event
        .putObject("objectRef")
        .put("apiGroup", call.group())
        .put("apiVersion", call.version())
        .put("resource", call.plural())
        .put("subresource", call.subresource())
        .put("namespace", call.key().namespace())
        .put("name", call.key().name());
    try {
      Files.writeString(file, event + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
      Files.deleteIfExists(file.getParent());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
