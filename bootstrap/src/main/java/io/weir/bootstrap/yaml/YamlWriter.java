package io.weir.bootstrap.yaml;

import io.weir.bootstrap.yaml.YamlNode.Bool;
import io.weir.bootstrap.yaml.YamlNode.Decimal;
import io.weir.bootstrap.yaml.YamlNode.Entry;
import io.weir.bootstrap.yaml.YamlNode.Int;
import io.weir.bootstrap.yaml.YamlNode.Mapping;
import io.weir.bootstrap.yaml.YamlNode.Null;
import io.weir.bootstrap.yaml.YamlNode.Sequence;
import io.weir.bootstrap.yaml.YamlNode.Text;
import java.math.BigDecimal;

/**
 * Writes a mapping as a block-style document: two blanks a level, lists at the level of their key,
 * each key on a line of its own, a newline at the end.
 */
public final class YamlWriter {

  /** Readers accept keys before a colon only up to 1024 characters, escapes counted. */
  private static final int LONGEST_SIMPLE_KEY = 120;

  private final StringBuilder out = new StringBuilder();

  private YamlWriter() {}

  /** The document's text, without a {@code ---} line. */
  public static String write(Mapping document) {
    var writer = new YamlWriter();
    if (document.entries().isEmpty()) {
      return "{}\n";
    }
    writer.mapping(document, 0);
    return writer.out.toString();
  }

  /** Expects to stand where the first key goes; the following ones go to the given column. */
  private void mapping(Mapping mapping, int column) {
    boolean first = true;
    for (Entry entry : mapping.entries()) {
      if (!first) {
        indent(column);
      }
      first = false;
      key(entry.key(), column);
      valueOfKey(entry.value(), column);
    }
  }

  private void key(String key, int column) {
    var form = ScalarStyle.of(key);
    if (form.isSingleLine() && form.write(key, column).length() <= LONGEST_SIMPLE_KEY) {
      out.append(form.write(key, column)).append(':');
      return;
    }
    out.append("? ").append(form.write(key, column + 2)).append('\n');
    indent(column);
    out.append(':');
  }

  private void valueOfKey(YamlNode value, int column) {
    switch (value) {
      case Mapping map when !map.entries().isEmpty() -> {
        out.append('\n');
        indent(column + 2);
        mapping(map, column + 2);
      }
      case Sequence list when !list.items().isEmpty() -> {
        out.append('\n');
        indent(column);
        sequence(list, column);
      }
      default -> {
        out.append(' ');
        leaf(value, column + 2);
      }
    }
  }

  private void sequence(Sequence list, int column) {
    boolean first = true;
    for (YamlNode item : list.items()) {
      if (!first) {
        indent(column);
      }
      first = false;
      out.append("- ");
      switch (item) {
        case Mapping map when !map.entries().isEmpty() -> mapping(map, column + 2);
        case Sequence inner when !inner.items().isEmpty() -> sequence(inner, column + 2);
        default -> leaf(item, column + 2);
      }
    }
  }

  private void leaf(YamlNode value, int column) {
    switch (value) {
      case Text(String text) -> out.append(ScalarStyle.of(text).write(text, column));
      case Int(long number) -> out.append(number);
      case Decimal(BigDecimal number) -> out.append(number.toPlainString());
      case Bool(boolean bool) -> out.append(bool);
      case Null() -> out.append("null");
      case Mapping _ -> out.append("{}");
      case Sequence _ -> out.append("[]");
    }
    out.append('\n');
  }

  private void indent(int column) {
    out.repeat(' ', column);
  }
}
