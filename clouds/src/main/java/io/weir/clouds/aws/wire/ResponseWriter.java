package io.weir.clouds.aws.wire;

import io.weir.clouds.http.ApiErrorException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * Writes answers. A member that the table does not know, or whose value has another type there, is
 * a mistake of the simulator and fails loudly.
 */
public final class ResponseWriter {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private final ServiceModel table;

  /** A writer of answers of one service. */
  public ResponseWriter(ServiceModel table) {
    this.table = table;
  }

  /** The document that answers an operation. */
  public String writeResponse(String action, Struct output, String requestId) {
    ServiceModel.Operation operation = table.operation(action);
    if (operation == null) {
      throw new IllegalStateException("no operation " + action);
    }
    Xml xml = new Xml().open(action + "Response", table.namespace());
    if (table.isEc2()) {
      xml.text("requestId", requestId);
    }
    if (operation.wrapper() != null) {
      xml.open(operation.wrapper());
    }
    if (operation.output() != null) {
      members(xml, output, table.shape(operation.output()), action);
    } else if (!output.members().isEmpty()) {
      throw new IllegalStateException(action + " has no answer");
    }
    if (operation.wrapper() != null) {
      xml.close(operation.wrapper());
    }
    if (!table.isEc2()) {
      xml.open("ResponseMetadata").text("RequestId", requestId).close("ResponseMetadata");
    }
    return xml.close(action + "Response").toString();
  }

  /** The document that refuses a request. */
  public String writeError(ApiErrorException refusal, String requestId) {
    if (table.isEc2()) {
      return new Xml()
          .open("Response")
          .open("Errors")
          .open("Error")
          .text("Code", refusal.code())
          .text("Message", refusal.errorMessage())
          .close("Error")
          .close("Errors")
          .text("RequestID", requestId)
          .close("Response")
          .toString();
    }
    return new Xml()
        .open("ErrorResponse", table.namespace())
        .open("Error")
        .text("Type", refusal.status() < 500 ? "Sender" : "Receiver")
        .text("Code", refusal.code())
        .text("Message", refusal.errorMessage())
        .close("Error")
        .text("RequestId", requestId)
        .close("ErrorResponse")
        .toString();
  }

  private void members(Xml xml, Struct struct, Shape shape, String path) {
    struct
        .members()
        .forEach(
            (name, value) -> {
              Shape.Member member = shape.members().get(name);
              if (member == null) {
                throw new IllegalStateException(path + " has no member " + name);
              }
              value(xml, member.out(), value, table.shape(member.shape()), path + "." + name);
            });
  }

  private void value(Xml xml, String element, Object value, Shape shape, String path) {
    switch (shape.kind()) {
      case STRUCTURE -> {
        xml.open(element);
        members(xml, expect(Struct.class, value, path), shape, path);
        xml.close(element);
      }
      case LIST -> {
        xml.open(element);
        for (Object item : expect(List.class, value, path)) {
          value(xml, shape.elementName(), item, table.shape(shape.elementType()), path + "[]");
        }
        xml.close(element);
      }
      case MAP -> throw new IllegalStateException(path + " is a map, which XML has no form for");
      case STRING -> xml.text(element, expect(String.class, value, path));
      case BOOLEAN -> xml.text(element, expect(Boolean.class, value, path).toString());
      case INTEGER, LONG -> xml.text(element, expect(Long.class, value, path).toString());
      case DOUBLE -> xml.text(element, expect(Double.class, value, path).toString());
      case TIMESTAMP -> xml.text(element, TIME.format(expect(Instant.class, value, path)));
    }
  }

  private static <T> T expect(Class<T> type, Object value, String path) {
    if (!type.isInstance(value)) {
      throw new IllegalStateException(path + " is not a " + type.getSimpleName());
    }
    return type.cast(value);
  }
}
