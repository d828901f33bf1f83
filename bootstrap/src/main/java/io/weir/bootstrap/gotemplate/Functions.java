package io.weir.bootstrap.gotemplate;

import io.weir.bootstrap.gotemplate.Value.Flag;
import io.weir.bootstrap.gotemplate.Value.Text;
import io.weir.bootstrap.gotemplate.Value.Whole;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The functions of templates. */
final class Functions {

  private static final String NAMES = "and, or, not, eq, ne, slice, print";

  static Value call(int line, String name, List<Value> arguments, boolean evaluate) {
    int least =
        switch (name) {
          case "and", "or", "not", "slice", "print" -> 1;
          case "eq", "ne" -> 2;
          default ->
              throw new TemplateProblem(
                  line, "the function " + name + " is not supported, only " + NAMES);
        };
    if (arguments.size() < least || (name.equals("not") && arguments.size() > 1)) {
      throw new TemplateProblem(line, name + " has the wrong number of arguments");
    }
    return evaluate ? call(line, name, arguments) : new Text("");
  }

  private static Value call(int line, String name, List<Value> arguments) {
    return switch (name) {
      case "and" -> firstOrLast(arguments, false);
      case "or" -> firstOrLast(arguments, true);
      case "not" -> new Flag(!arguments.getFirst().truth());
      case "eq" -> new Flag(equalsOne(line, arguments));
      case "ne" -> new Flag(!equalsOne(line, arguments));
      case "slice" -> slice(line, arguments);
      default -> new Text(String.join("", arguments.stream().map(v -> text(line, v)).toList()));
    };
  }

  /** What is printed for a value. */
  static String text(int line, Value value) {
    return switch (value) {
      case Text(String text) -> text;
      case Whole(int number) -> Integer.toString(number);
      case Flag(boolean truth) -> Boolean.toString(truth);
      case Value.Group _ -> throw new TemplateProblem(line, "a group of values cannot be printed");
      case Value.Missing(String name) ->
          throw new TemplateProblem(
              line, name + " is not known; ask with {{ if %s }} first".formatted(name));
    };
  }

  private static Value firstOrLast(List<Value> arguments, boolean truth) {
    return arguments.stream()
        .filter(value -> value.truth() == truth)
        .findFirst()
        .orElseGet(arguments::getLast);
  }

  private static boolean equalsOne(int line, List<Value> arguments) {
    Value first = comparable(line, arguments.getFirst());
    return arguments.stream().skip(1).anyMatch(other -> first.equals(comparable(line, other)));
  }

  private static Value comparable(int line, Value value) {
    if (value instanceof Value.Group) {
      throw new TemplateProblem(line, "a group of values cannot be compared");
    }
    return value;
  }

  /** Bytes, as Go counts. */
  private static Value slice(int line, List<Value> arguments) {
    byte[] bytes = text(line, arguments.getFirst()).getBytes(StandardCharsets.UTF_8);
    int from = arguments.size() > 1 ? index(line, arguments.get(1)) : 0;
    int to = arguments.size() > 2 ? index(line, arguments.get(2)) : bytes.length;
    if (arguments.size() > 3 || from > to || to > bytes.length) {
      throw new TemplateProblem(line, "slice is asked for what the text does not have");
    }
    return new Text(new String(bytes, from, to - from, StandardCharsets.UTF_8));
  }

  private static int index(int line, Value value) {
    if (value instanceof Whole(int number)) {
      return number;
    }
    throw new TemplateProblem(line, "slice takes whole numbers");
  }

  private Functions() {}
}
