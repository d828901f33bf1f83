package io.weir.bootstrap.gotemplate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Evaluates what stands in an action: a pipeline of values and functions. */
final class ExpressionEvaluator {

  /** Possessive where it repeats: what may be given up again takes stack for each repetition. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*+(?:(?<field>(?:\\.[\\p{L}_][\\p{L}\\p{Nd}_]*+)++|\\.(?![\\p{L}_]))"
              + "|(?<name>[\\p{L}_][\\p{L}\\p{Nd}_]*+)"
              + "|(?<number>\\d{1,9})(?![\\p{L}\\p{Nd}.])"
              + "|\"(?<quoted>(?:[^\"\\\\\\n]|\\\\[\"\\\\nt])*+)\""
              + "|`(?<raw>[^`]*)`"
              + "|(?<sign>[()|]))");

  /** Words of the language that are not served, so that a message can name them. */
  private static final Set<String> KEYWORDS =
      Set.of("range", "with", "define", "template", "block", "break", "continue", "nil");

  /** Characters that functions may make in one template: each may pass on what it was given. */
  private static final int MOST_MADE = 16 << 20;

  private final TemplateValue.MapValue data;
  private int made;

  ExpressionEvaluator(TemplateValue.MapValue data) {
    this.data = data;
  }

  /**
   * The value of some code.
   *
   * @param evaluate false where the code is not reached: then it is only checked
   */
  TemplateValue evaluate(int line, String code, boolean evaluate) {
    var tokenParser = new TokenParser(line, tokens(line, code), evaluate);
    TemplateValue templateValue = tokenParser.pipeline();
    if (tokenParser.at < tokenParser.tokens.size()) {
      throw new TemplateException(line, "unexpected )");
    }
    return templateValue;
  }

  private sealed interface Token {
    record Field(String path) implements Token {}

    record Name(String name) implements Token {}

    record Literal(TemplateValue value) implements Token {}

    record Sign(char sign) implements Token {}
  }

  private static List<Token> tokens(int line, String code) {
    var tokens = new ArrayList<Token>();
    Matcher matcher = TOKEN.matcher(code);
    int at = 0;
    while (at < code.length()) {
      if (!matcher.region(at, code.length()).lookingAt()) {
        throw unsupported(line, code.substring(at).strip());
      }
      tokens.add(token(matcher));
      at = matcher.end();
    }
    return tokens;
  }

  private static Token token(Matcher found) {
    if (found.group("field") != null) {
      return new Token.Field(found.group("field"));
    }
    if (found.group("name") != null) {
      return new Token.Name(found.group("name"));
    }
    if (found.group("number") != null) {
      return new Token.Literal(
          new TemplateValue.IntegerValue(Integer.parseInt(found.group("number"))));
    }
    if (found.group("quoted") != null) {
      return new Token.Literal(new TemplateValue.TextValue(unescaped(found.group("quoted"))));
    }
    if (found.group("raw") != null) {
      return new Token.Literal(new TemplateValue.TextValue(found.group("raw")));
    }
    return new Token.Sign(found.group("sign").charAt(0));
  }

  private static String unescaped(String quoted) {
    var out = new StringBuilder();
    for (int i = 0; i < quoted.length(); i++) {
      char c = quoted.charAt(i);
      if (c == '\\') {
        i++;
        c =
            switch (quoted.charAt(i)) {
              case 'n' -> '\n';
              case 't' -> '\t';
              default -> quoted.charAt(i);
            };
      }
      out.append(c);
    }
    return out.toString();
  }

  private static TemplateException unsupported(int line, String rest) {
    String what =
        switch (rest.isEmpty() ? ' ' : rest.charAt(0)) {
          case '$' -> "variables are not supported";
          case '"' ->
              "a quoted string is unterminated or has an escape other than \\\" \\\\ \\n \\t";
          default -> "unsupported character or number";
        };
    return new TemplateException(line, what);
  }

  /** One reading of tokens from left to right. */
  private final class TokenParser {
    final int line;
    final List<Token> tokens;
    final boolean evaluate;
    int at;
    int depth;

    TokenParser(int line, List<Token> tokens, boolean evaluate) {
      this.line = line;
      this.tokens = tokens;
      this.evaluate = evaluate;
    }

    /** Each command gets the value of the one before as its last argument. */
    TemplateValue pipeline() {
      TemplateValue templateValue = command(List.of());
      while (skip('|')) {
        templateValue = command(List.of(templateValue));
      }
      return templateValue;
    }

    private TemplateValue command(List<TemplateValue> piped) {
      if (at < tokens.size() && tokens.get(at) instanceof Token.Name(String name)) {
        at++;
        return function(name, piped);
      }
      TemplateValue templateValue = operand();
      if (!piped.isEmpty() || (at < tokens.size() && startsOperand(tokens.get(at)))) {
        throw new TemplateException(line, "arguments are given to a value that is not a function");
      }
      return templateValue;
    }

    private TemplateValue function(String name, List<TemplateValue> piped) {
      if (name.equals("true") || name.equals("false")) {
        return new TemplateValue.BooleanValue(name.equals("true"));
      }
      if (KEYWORDS.contains(name)) {
        throw new TemplateException(line, name + " is not supported");
      }
      var arguments = new ArrayList<TemplateValue>();
      while (at < tokens.size() && startsOperand(tokens.get(at))) {
        arguments.add(operand());
      }
      arguments.addAll(piped);
      TemplateValue result = TemplateFunctions.call(line, name, arguments, evaluate);
      if (result instanceof TemplateValue.TextValue(String text)) {
        count(text.length());
      }
      return result;
    }

    private void count(int characters) {
      made += characters;
      if (made > MOST_MADE || made < 0) {
        throw new TemplateException(
            line, "the expressions make more than " + MOST_MADE + " characters");
      }
    }

    private static boolean startsOperand(Token token) {
      return !(token instanceof Token.Sign(char sign)) || sign == '(';
    }

    private TemplateValue operand() {
      if (at >= tokens.size()) {
        throw new TemplateException(line, "a value is missing");
      }
      return switch (tokens.get(at++)) {
        case Token.Literal(TemplateValue templateValue) -> templateValue;
        case Token.Field(String path) -> field(path);
        case Token.Name(String name) when name.equals("true") || name.equals("false") ->
            new TemplateValue.BooleanValue(name.equals("true"));
        case Token.Name(String name) ->
            throw TemplateException.ofName(line, "%s is not supported as an argument", name);
        case Token.Sign(char sign) when sign == '(' -> inParentheses();
        case Token.Sign _ -> throw new TemplateException(line, "a value is missing");
      };
    }

    private TemplateValue inParentheses() {
      depth++;
      if (depth > GoTemplate.DEEPEST) {
        throw TemplateException.tooDeep(line, "parentheses");
      }
      TemplateValue templateValue = pipeline();
      if (!skip(')')) {
        throw new TemplateException(line, "unclosed (");
      }
      depth--;
      return templateValue;
    }

    private TemplateValue field(String path) {
      TemplateValue templateValue = data;
      if (path.equals(".")) {
        return templateValue;
      }
      for (String name : path.substring(1).split("\\.", -1)) {
        Map<String, TemplateValue> members =
            switch (templateValue) {
              case TemplateValue.MapValue(var inner) -> inner;
              case TemplateValue.MissingValue _ -> Map.of();
              case TemplateValue.TextValue _,
                  TemplateValue.IntegerValue _,
                  TemplateValue.BooleanValue _ ->
                  throw TemplateException.ofName(line, "%s: a part of it has no fields", path);
            };
        TemplateValue member = members.get(name);
        templateValue = member == null ? new TemplateValue.MissingValue(path) : member;
      }
      return templateValue;
    }

    private boolean skip(char sign) {
      boolean found =
          at < tokens.size() && tokens.get(at) instanceof Token.Sign(char c) && c == sign;
      if (found) {
        at++;
      }
      return found;
    }
  }
}
