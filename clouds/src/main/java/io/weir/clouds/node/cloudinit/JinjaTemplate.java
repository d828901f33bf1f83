package io.weir.clouds.node.cloudinit;

import com.hubspot.jinjava.Jinjava;
import com.hubspot.jinjava.JinjavaConfig;
import com.hubspot.jinjava.interpret.JinjavaInterpreter;
import com.hubspot.jinjava.interpret.RenderResult;
import com.hubspot.jinjava.lib.exptest.ExpTest;
import com.hubspot.jinjava.lib.filter.Filter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * User data under the header {@code ## template: jinja}. An undefined variable leaves a marker and
 * a warning; an attribute of an undefined variable, like any error in the template, makes the whole
 * data ignored. Known difference to the original: Python's string methods are not available.
 */
final class JinjaTemplate {
  private static final Pattern HEADER =
      Pattern.compile("##\\s*template:\\s*jinja\\s*", Pattern.CASE_INSENSITIVE);
  private static final Pattern MARKER =
      Pattern.compile(Pattern.quote(MissingVariable.PREFIX) + "([^\\s]+)");
  private static final Jinjava ENGINE = engine();

  private JinjaTemplate() {}

  /** Whether the text's first line is the header. */
  static boolean isTemplate(String text) {
    int end = text.indexOf('\n');
    return HEADER.matcher(end < 0 ? text : text.substring(0, end)).matches();
  }

  /** The text without the header line, rendered. */
  static Rendered render(String text, InstanceData data) throws CloudInitException {
    int end = text.indexOf('\n');
    RenderResult result =
        ENGINE.renderForResult(end < 0 ? "" : text.substring(end + 1), data.variables());
    if (!result.getErrors().isEmpty()) {
      throw new CloudInitException(
          "ignoring jinja template: "
              + result.getErrors().stream()
                  .map(error -> "line " + (error.getLineno() + 1) + ": " + error.getReason())
                  .collect(Collectors.joining("; ")));
    }
    var warnings = new ArrayList<String>();
    MARKER
        .matcher(result.getOutput())
        .results()
        .forEach(missing -> warnings.add("undefined jinja variable '" + missing.group(1) + "'"));
    return new Rendered(result.getOutput(), warnings);
  }

  private static Jinjava engine() {
    var engine =
        new Jinjava(
            JinjavaConfig.newBuilder()
                .withTrimBlocks(true)
                // Printed values are text, not templates.
                .withNestedInterpretationEnabled(false)
                .build());
    var context = engine.getGlobalContext();
    context.setDynamicVariableResolver(MissingVariable::new);
    context.registerFilter(new Default("default"));
    context.registerFilter(new Default("d"));
    context.registerExpTest(new Defined("defined", true));
    context.registerExpTest(new Defined("undefined", false));
    return engine;
  }

  /** A rendered text and what was wrong with it. */
  record Rendered(String text, List<String> warnings) {}

  /** The default filter, for which a missing variable is one that has no value. */
  private record Default(String name) implements Filter {
    @Override
    public String getName() {
      return name;
    }

    @Override
    public @Nullable Object filter(
        @Nullable Object value, JinjavaInterpreter interpreter, String... arguments) {
      return value == null || value instanceof MissingVariable ? first(arguments) : value;
    }

    @Override
    public @Nullable Object filter(
        @Nullable Object value,
        JinjavaInterpreter interpreter,
        Object[] arguments,
        Map<String, Object> named) {
      boolean missing = value == null || value instanceof MissingVariable;
      return missing ? (arguments.length > 0 ? arguments[0] : "") : value;
    }

    private static String first(String... arguments) {
      return arguments.length > 0 ? arguments[0] : "";
    }
  }

  /** The tests {@code defined} and {@code undefined}. */
  private record Defined(String name, boolean expected) implements ExpTest {
    @Override
    public String getName() {
      return name;
    }

    @Override
    public boolean evaluate(
        @Nullable Object value, JinjavaInterpreter interpreter, Object... arguments) {
      boolean defined = value != null && !(value instanceof MissingVariable);
      return defined == expected;
    }
  }
}
