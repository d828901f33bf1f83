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

  private final ServiceTable table;

  /** A reader of requests to one service. */
  public RequestReader(ServiceTable table) {
    this.table = table;
  }

  /** Splits a form body into its fields. */
  public static Map<String, String> fields(String body) {
    return Form.parse(body);
  }

  /**
   * The request as a structure.
   *
   * @throws AwsRefusal in the service's words when a parameter is unknown, missing or malformed
   */
  public Struct read(String action, Map<String, String> fields) {
    ServiceTable.Operation operation = table.operation(action);
    if (operation == null || !table.version().equals(fields.get("Version"))) {
      throw unknownAction(action, fields.getOrDefault("Version", ""));
    }
    Form form = Form.tree(fields);
    form.children().keySet().removeAll(ENVELOPE);
    Complaints complaints = new Complaints(table.ec2());
    if (operation.input() == null) {
      refuseChildren(form, "", Set.of());
      return new Struct();
    }
    Struct input = structure(form, table.shape(operation.input()), "", complaints);
    complaints.finish();
    return input;
  }

  private AwsRefusal unknownAction(String action, String version) {
    return AwsRefusal.of(
        "InvalidAction",
        table.ec2()
            ? "The action " + action + " is not valid for this web service."
            : "Could not find operation " + action + " for version " + version);
  }

  private Struct structure(Form form, Shape shape, String path, Complaints complaints) {
    Map<String, Shape.Member> byWire = new TreeMap<>();
    shape.members().values().forEach(member -> byWire.put(member.in(), member));
    Struct struct = new Struct();
    form.children()
        .forEach(
            (wire, child) -> {
              Shape.Member member = byWire.get(wire);
              if (member == null) {
                throw Complaints.unknown(join(path, wire));
              }
              struct.set(
                  member.name(),
                  value(child, table.shape(member.shape()), join(path, wire), complaints));
            });
    for (String required : shape.required()) {
      Shape.Member member = shape.members().get(required);
      if (member != null && !struct.has(required)) {
        complaints.missing(join(path, member.in()));
      }
    }
    return struct;
  }

  private Object value(Form form, Shape shape, String path, Complaints complaints) {
    return switch (shape.kind()) {
      case STRUCTURE -> structure(form, shape, path, complaints);
      case LIST -> list(form, shape, path, complaints);
      default -> scalar(form, shape, path, complaints);
    };
  }

  private List<Object> list(Form form, Shape shape, String path, Complaints complaints) {
    Form numbered = form;
    if (!shape.flat()) {
      refuseChildren(form, path, Set.of(shape.item()));
      numbered = form.children().getOrDefault(shape.item(), new Form());
    }
    Map<Integer, Form> items = new TreeMap<>();
    numbered.children().forEach((index, child) -> items.put(index(index, path), child));
    List<Object> list = new ArrayList<>();
    Shape item = table.shape(shape.of());
    items.forEach((n, child) -> list.add(value(child, item, join(path, n.toString()), complaints)));
    Bounds.ofSize(shape, list.size(), path, list.toString(), complaints);
    return list;
  }

  private static int index(String text, String path) {
    if (!text.matches("[1-9][0-9]{0,5}")) {
      throw Complaints.unknown(join(path, text));
    }
    return Integer.parseInt(text);
  }

  private static Object scalar(Form form, Shape shape, String path, Complaints complaints) {
    refuseChildren(form, path, Set.of());
    String text = form.value() == null ? "" : form.value();
    try {
      return switch (shape.kind()) {
        case BOOLEAN -> bool(text, path, complaints);
        case INTEGER, LONG -> Bounds.ofNumber(shape, Long.parseLong(text), path, complaints);
        case DOUBLE -> Double.parseDouble(text);
        case TIMESTAMP -> Instant.parse(text);
        default -> Bounds.ofText(shape, text, path, complaints);
      };
    } catch (NumberFormatException | DateTimeParseException malformed) {
      complaints.type(path, text, shape.kind() == Shape.Kind.TIMESTAMP ? "a time" : "a number");
      return text;
    }
  }

  private static void refuseChildren(Form form, String path, Set<String> except) {
    for (String child : form.children().keySet()) {
      if (!except.contains(child)) {
        throw Complaints.unknown(join(path, child));
      }
    }
  }

  private static boolean bool(String text, String path, Complaints complaints) {
    if (!text.equals("true") && !text.equals("false")) {
      complaints.type(path, text, "true or false");
    }
    return text.equals("true");
  }

  private static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
