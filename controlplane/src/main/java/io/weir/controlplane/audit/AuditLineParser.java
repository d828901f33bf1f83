package io.weir.controlplane.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/** Reads one line of the log: an Event of audit.k8s.io/v1. */
final class AuditLineParser {
  private static final JsonMapper JSON = new JsonMapper();

  private AuditLineParser() {}

  /** The request; empty for a line that is damaged, as a killed API server may leave one. */
  static Optional<AuditRecord> parse(String line) {
    try {
      JsonNode event = JSON.readTree(line);
      JsonNode object = event.path("objectRef");
      return Optional.of(
          new AuditRecord(
              event.path("auditID").asText(),
              event.path("user").path("username").asText(),
              event.path("verb").asText(),
              object.path("apiGroup").asText(),
              object.path("apiVersion").asText(),
              object.path("resource").asText(),
              object.path("subresource").asText(),
              object.path("namespace").asText(),
              object.path("name").asText(),
              event.path("responseStatus").path("code").asInt(),
              event.path("responseStatus").path("message").asText(),
              event.path("requestURI").asText(),
              event.path("userAgent").asText(),
              event.has("requestObject") ? event.path("requestObject").toString() : "",
              Instant.parse(event.path("requestReceivedTimestamp").asText()),
              Instant.parse(event.path("stageTimestamp").asText()),
              event.path("stage").asText()));
    } catch (JsonProcessingException | DateTimeException _) {
      return Optional.empty();
    }
  }
}
