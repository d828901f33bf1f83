package io.weir.bootstrap.gotemplate;

import io.weir.bootstrap.gotemplate.TemplateValue.BooleanValue;
import io.weir.bootstrap.gotemplate.TemplateValue.IntegerValue;
import io.weir.bootstrap.gotemplate.TemplateValue.TextValue;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The functions of templates. */
final class TemplateFunctions {

  private static final String NAMES = "and, or, not, eq, ne, slice, print";

  static TemplateValue call(
      int line, String name, List<TemplateValue> arguments, boolean evaluate) {
    int least =
        switch (name) {
          case "and", "or", "not", "slice", "print" -> 1;
          case "eq", "ne" -> 2;
          default ->
              throw TemplateException.ofName(
                  line, "the function %s is not supported, only " + NAMES, name);
        };
    if (arguments.size() < least || (name.equals("not") && arguments.size() > 1)) {
      throw new TemplateException(line, name + " has the wrong number of arguments");
    }
    return evaluate ? call(line, name, arguments) : new TextValue("");
  }

  private static TemplateValue call(int line, String name, List<TemplateValue> arguments) {
    return switch (name) {
      case "and" -> firstOrLast(arguments, false);
      case "or" -> firstOrLast(arguments, true);
      case "not" -> new BooleanValue(!arguments.getFirst().isTruthy());
      case "eq" -> new BooleanValue(equalsOne(line, arguments));
      case "ne" -> new BooleanValue(!equalsOne(line, arguments));
      case "slice" -> slice(line, arguments);
      default ->
          new TextValue(String.join("", arguments.stream().map(v -> text(line, v)).toList()));
    };
  }

  /** What is printed for a value. */
  static String text(int line, TemplateValue templateValue) {
    return switch (templateValue) {
      case TextValue(String text) -> text;
      case IntegerValue(int number) -> Integer.toString(number);
      case BooleanValue(boolean truth) -> Boolean.toString(truth);
      case TemplateValue.MapValue _ -> throw new TemplateException(line, "a map cannot be printed");
      case TemplateValue.MissingValue(String name) ->
          throw TemplateException.ofName(
              line, "%1$s is not known; test it with {{ if %1$s }} first", name);
    };
  }

  private static TemplateValue firstOrLast(List<TemplateValue> arguments, boolean truth) {
    return arguments.stream()
        .filter(templateValue -> templateValue.isTruthy() == truth)
        .findFirst()
        .orElseGet(arguments::getLast);
  }

  private static boolean equalsOne(int line, List<TemplateValue> arguments) {
    TemplateValue first = comparable(line, arguments.getFirst());
    return arguments.stream().skip(1).anyMatch(other -> first.equals(comparable(line, other)));
  }

  private static TemplateValue comparable(int line, TemplateValue templateValue) {
    if (templateValue instanceof TemplateValue.MapValue) {
      throw new TemplateException(line, "a map cannot be compared");
    }
    return templateValue;
  }

  /** Bytes, as Go counts. */
  private static TemplateValue slice(int line, List<TemplateValue> arguments) {
    byte[] bytes = text(line, arguments.getFirst()).getBytes(StandardCharsets.UTF_8);
    int from = arguments.size() > 1 ? index(line, arguments.get(1)) : 0;
    int to = arguments.size() > 2 ? index(line, arguments.get(2)) : bytes.length;
    if (arguments.size() > 3 || from > to || to > bytes.length) {
      throw new TemplateException(line, "slice index out of range");
    }
    return new TextValue(new String(bytes, from, to - from, StandardCharsets.UTF_8));
  }

  private static int index(int line, TemplateValue templateValue) {
    if (templateValue instanceof IntegerValue(int number)) {
      return number;
    }
    throw new TemplateException(line, "slice takes integers");
  }

  private TemplateFunctions() {}
}
