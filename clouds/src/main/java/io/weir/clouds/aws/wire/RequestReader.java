package io.weir.clouds.aws.wire;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads a request against the table of its service and refuses whatever does not fit. */
public final class RequestReader {
  private static final Set<String> ENVELOPE = Set.of("Action", "Version");

  private final ServiceModel table;

  /** A reader of requests to one service. */
  public RequestReader(ServiceModel table) {
    this.table = table;
  }

  /**
   * The request as a structure.
   *
   * @throws AwsErrorException in the service's words when a parameter is unknown, missing or
   *     malformed
   */
  public Struct read(String action, Map<String, String> fields) {
    ServiceModel.Operation operation = table.operation(action);
    if (operation == null || !table.version().equals(fields.get("Version"))) {
      throw unknownAction(action, fields.getOrDefault("Version", ""));
    }
    Form form = Form.tree(fields);
    form.children().keySet().removeAll(ENVELOPE);
    ValidationErrors validationErrors = new ValidationErrors(table.isEc2());
    if (operation.input() == null) {
      refuseChildren(form, "", Set.of());
      return new Struct();
    }
    Struct input = structure(form, table.shape(operation.input()), "", validationErrors);
    validationErrors.throwIfAny();
    return input;
  }

  private AwsErrorException unknownAction(String action, String version) {
    return AwsErrorException.of(
        "InvalidAction",
        table.isEc2()
            ? "The action " + action + " is not valid for this web service."
            : "Could not find operation " + action + " for version " + version);
  }

  private Struct structure(Form form, Shape shape, String path, ValidationErrors validationErrors) {
    Map<String, Shape.Member> byWire = new TreeMap<>();
    shape.members().values().forEach(member -> byWire.put(member.in(), member));
    Struct struct = new Struct();
    form.children()
        .forEach(
            (wire, child) -> {
              Shape.Member member = byWire.get(wire);
              if (member == null) {
                throw ValidationErrors.unknownParameter(join(path, wire));
              }
              struct.set(
                  member.name(),
                  value(child, table.shape(member.shape()), join(path, wire), validationErrors));
            });
    for (String required : shape.required()) {
      Shape.Member member = shape.members().get(required);
      if (member != null && !struct.has(required)) {
        validationErrors.addMissing(join(path, member.in()));
      }
    }
    return struct;
  }

  private Object value(Form form, Shape shape, String path, ValidationErrors validationErrors) {
    return switch (shape.kind()) {
      case STRUCTURE -> structure(form, shape, path, validationErrors);
      case LIST -> list(form, shape, path, validationErrors);
      default -> scalar(form, shape, path, validationErrors);
    };
  }

  private List<Object> list(
      Form form, Shape shape, String path, ValidationErrors validationErrors) {
    Form numbered = form;
    if (!shape.flat()) {
      refuseChildren(form, path, Set.of(shape.elementName()));
      numbered = form.children().getOrDefault(shape.elementName(), new Form());
    }
    Map<Integer, Form> items = new TreeMap<>();
    numbered.children().forEach((index, child) -> items.put(index(index, path), child));
    List<Object> list = new ArrayList<>();
    Shape item = table.shape(shape.elementType());
    items.forEach(
        (n, child) -> list.add(value(child, item, join(path, n.toString()), validationErrors)));
    ShapeConstraints.checkSize(shape, list.size(), path, list.toString(), validationErrors);
    return list;
  }

  private static int index(String text, String path) {
    if (!text.matches("[1-9][0-9]{0,5}")) {
      throw ValidationErrors.unknownParameter(join(path, text));
    }
    return Integer.parseInt(text);
  }

  private static Object scalar(
      Form form, Shape shape, String path, ValidationErrors validationErrors) {
    refuseChildren(form, path, Set.of());
    String text = form.value() == null ? "" : form.value();
    try {
      return switch (shape.kind()) {
        case BOOLEAN -> bool(text, path, validationErrors);
        case INTEGER, LONG ->
            ShapeConstraints.checkNumber(shape, Long.parseLong(text), path, validationErrors);
        case DOUBLE -> Double.parseDouble(text);
        case TIMESTAMP -> Instant.parse(text);
        default -> ShapeConstraints.checkText(shape, text, path, validationErrors);
      };
    } catch (NumberFormatException | DateTimeParseException malformed) {
      validationErrors.addWrongType(
          path, text, shape.kind() == Shape.Kind.TIMESTAMP ? "a time" : "a number");
      return text;
    }
  }

  private static void refuseChildren(Form form, String path, Set<String> except) {
    for (String child : form.children().keySet()) {
      if (!except.contains(child)) {
        throw ValidationErrors.unknownParameter(join(path, child));
      }
    }
  }

  private static boolean bool(String text, String path, ValidationErrors validationErrors) {
    if (!text.equals("true") && !text.equals("false")) {
      validationErrors.addWrongType(path, text, "true or false");
    }
    return text.equals("true");
  }

  private static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
