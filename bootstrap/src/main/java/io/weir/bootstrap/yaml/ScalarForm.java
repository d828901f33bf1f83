package io.weir.bootstrap.yaml;

import java.util.List;

/**
 * The four ways to write a string. {@link #of} takes the first that is safe for every reader,
 * leaves the text of templates as it is, and reads well.
 */
public enum ScalarForm {
  /** As it is; only for text that no YAML 1.1 or 1.2 reader takes for anything but a string. */
  PLAIN {
    @Override
    boolean holds(String text) {
      return PlainText.isSafe(text);
    }

    @Override
    boolean keeps(String template) {
      return true;
    }

    @Override
    String text(String text, int column) {
      return text;
    }
  },
  /** In single quotes: nothing is escaped but the quote itself, which is doubled. */
  SINGLE_QUOTED {
    @Override
    boolean holds(String text) {
      return text.indexOf('\n') < 0 && Characters.allStandUnescaped(text);
    }

    @Override
    boolean keeps(String template) {
      return template.indexOf('\'') < 0;
    }

    @Override
    String text(String text, int column) {
      return "'" + text.replace("'", "''") + "'";
    }
  },
  /** The lines of a text, indented: nothing is escaped. */
  LITERAL {
    @Override
    boolean holds(String text) {
      return !text.isBlank() && Characters.allStandUnescaped(text);
    }

    @Override
    boolean keeps(String template) {
      return true;
    }

    @Override
    boolean oneLine() {
      return false;
    }

    @Override
    String text(String text, int column) {
      return LiteralBlock.write(text, column);
    }
  },
  /** In double quotes, with escapes: holds everything. */
  DOUBLE_QUOTED {
    @Override
    boolean holds(String text) {
      return true;
    }

    @Override
    boolean keeps(String template) {
      return template.codePoints().noneMatch(Characters::escaped);
    }

    @Override
    String text(String text, int column) {
      return Characters.quoted(text);
    }
  };

  /** The form in which a text is written. */
  public static ScalarForm of(String text) {
    List<String> templates = Templates.in(text);
    for (ScalarForm form : preferences(text)) {
      if (form.holds(text) && templates.stream().allMatch(form::keeps)) {
        return form;
      }
    }
    return DOUBLE_QUOTED;
  }

  /**
   * Whether the text of its templates survives: false only where a text needs escapes, for a
   * carriage return, say, and a template in it has quotes, which would be escaped as well.
   */
  public static boolean keepsTemplates(String text) {
    return Templates.in(text).stream().allMatch(of(text)::keeps);
  }

  private static List<ScalarForm> preferences(String text) {
    if (text.indexOf('\n') >= 0) {
      return List.of(LITERAL, DOUBLE_QUOTED);
    }
    return text.indexOf('\'') >= 0 && text.codePoints().noneMatch(Characters::escaped)
        ? List.of(DOUBLE_QUOTED)
        : List.of(PLAIN, SINGLE_QUOTED, LITERAL, DOUBLE_QUOTED);
  }

  /** Whether this form can stand for the text at all. */
  abstract boolean holds(String text);

  /** Whether a template within the text is written character by character as it is. */
  abstract boolean keeps(String template);

  /** Whether the text stays on the line on which it begins. */
  boolean oneLine() {
    return true;
  }

  /** The text in this form; further lines go to the given column. No newline at the end. */
  abstract String text(String text, int column);
}
