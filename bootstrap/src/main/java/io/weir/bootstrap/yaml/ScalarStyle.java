package io.weir.bootstrap.yaml;

import java.util.List;

/**
 * The four ways to write a string. {@link #of} takes the first that is safe for every reader,
 * leaves the text of templates as it is, and reads well.
 */
public enum ScalarStyle {
  /** As it is; only for text that no YAML 1.1 or 1.2 reader takes for anything but a string. */
  PLAIN {
    @Override
    boolean canHold(String text) {
      return PlainScalars.isSafe(text);
    }

    @Override
    boolean canKeepTemplate(String template) {
      return true;
    }

    @Override
    String write(String text, int column) {
      return text;
    }
  },
  /** In single quotes: nothing is escaped but the quote itself, which is doubled. */
  SINGLE_QUOTED {
    @Override
    boolean canHold(String text) {
      return text.indexOf('\n') < 0 && YamlCharacters.needNoEscaping(text);
    }

    @Override
    boolean canKeepTemplate(String template) {
      return template.indexOf('\'') < 0;
    }

    @Override
    String write(String text, int column) {
      return "'" + text.replace("'", "''") + "'";
    }
  },
  /** The lines of a text, indented: nothing is escaped. */
  LITERAL {
    @Override
    boolean canHold(String text) {
      return !text.isBlank() && YamlCharacters.needNoEscaping(text);
    }

    @Override
    boolean canKeepTemplate(String template) {
      return true;
    }

    @Override
    boolean isSingleLine() {
      return false;
    }

    @Override
    String write(String text, int column) {
      return LiteralBlockWriter.write(text, column);
    }
  },
  /** In double quotes, with escapes: holds everything. */
  DOUBLE_QUOTED {
    @Override
    boolean canHold(String text) {
      return true;
    }

    @Override
    boolean canKeepTemplate(String template) {
      return template.codePoints().noneMatch(YamlCharacters::needsEscaping);
    }

    @Override
    String write(String text, int column) {
      return YamlCharacters.quoted(text);
    }
  };

  /** The form in which a text is written. */
  public static ScalarStyle of(String text) {
    List<String> templates = JinjaTemplates.findIn(text);
    for (ScalarStyle form : preferences(text)) {
      if (form.canHold(text) && templates.stream().allMatch(form::canKeepTemplate)) {
        return form;
      }
    }
    return DOUBLE_QUOTED;
  }

  /**
   * Whether the text of its templates survives: false only where a text needs escapes, for a
   * carriage return, say, and a template in it has quotes, which would be escaped as well.
   */
  public static boolean canKeepTemplates(String text) {
    return JinjaTemplates.findIn(text).stream().allMatch(of(text)::canKeepTemplate);
  }

  private static List<ScalarStyle> preferences(String text) {
    if (text.indexOf('\n') >= 0) {
      return List.of(LITERAL, DOUBLE_QUOTED);
    }
    return text.indexOf('\'') >= 0 && text.codePoints().noneMatch(YamlCharacters::needsEscaping)
        ? List.of(DOUBLE_QUOTED)
        : List.of(PLAIN, SINGLE_QUOTED, LITERAL, DOUBLE_QUOTED);
  }

  /** Whether this form can stand for the text at all. */
  abstract boolean canHold(String text);

  /** Whether a template within the text is written character by character as it is. */
  abstract boolean canKeepTemplate(String template);

  /** Whether the text stays on the line on which it begins. */
  boolean isSingleLine() {
    return true;
  }

  /** The text in this form; further lines go to the given column. No newline at the end. */
  abstract String write(String text, int column);
}
