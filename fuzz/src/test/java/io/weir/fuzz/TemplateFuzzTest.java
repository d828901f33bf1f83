package io.weir.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.weir.bootstrap.gotemplate.GoTemplate;
import io.weir.bootstrap.gotemplate.TemplateException;
import io.weir.bootstrap.gotemplate.TemplateValue.MapValue;
import io.weir.bootstrap.gotemplate.TemplateValue.TextValue;
import java.util.List;
import java.util.Map;

/** Templates of files: each gives a text of bounded length, or says on which line it does not. */
class TemplateFuzzTest {

  private static final int LIMIT = 1 << 16;
  private static final int LONGEST_MESSAGE = 1000;

  private static final MapValue KNOWN =
      new MapValue(
          Map.of("controlPlane", new MapValue(Map.of("version", new TextValue("v1.35.4")))));

  private static final MapValue UNKNOWN = new MapValue(Map.of());

  private static final List<String> PIECES =
      List.of(
          "{{",
          "}}",
          "{{-",
          "-}}",
          "{{ if true }}",
          "{{ if .x }}",
          "{{ else }}",
          "{{ else if .controlPlane }}",
          "{{ end }}",
          "{{ .controlPlane.version }}",
          "(",
          ")",
          " | ",
          " and ",
          " or ",
          " not ",
          " eq ",
          " ne ",
          " slice ",
          " print ",
          ".controlPlane",
          ".controlPlane.version",
          ".x",
          ".",
          " 1",
          " 999999999",
          "\"",
          "\\\"",
          "\\",
          "`",
          "/*",
          "*/",
          " ",
          "\n",
          "true",
          " false",
          "range",
          "$x",
          "é");

  @FuzzTest
  void givesATextOrSaysOnWhichLineNot(FuzzedDataProvider data) {
    String template = FuzzedInput.isText(data) ? FuzzedInput.text(data) : template(data);
    for (MapValue known : List.of(KNOWN, UNKNOWN)) {
      String once = render(template, known);

      assertThat(once.length()).isLessThanOrEqualTo(LIMIT);
      assertThat(render(template, known)).isEqualTo(once);
    }
  }

  /** What it gives, or what it says. */
  private static String render(String template, MapValue known) {
    try {
      return GoTemplate.render(template, known, LIMIT);
    } catch (TemplateException refused) {
      String message = String.valueOf(refused.getMessage());
      assertThat(message).matches("(?s)line [1-9][0-9]*: .+").hasSizeLessThan(LONGEST_MESSAGE);
      return message;
    }
  }

  private static String template(FuzzedDataProvider data) {
    var template = new StringBuilder();
    for (int parts = data.consumeInt(0, 12); parts > 0; parts--) {
      String piece = data.pickValue(PIECES);
      template.append(
          switch (data.consumeInt(0, 63)) {
            case 0 -> piece.repeat(data.consumeInt(0, 30_000));
            case 2, 3 -> piece.repeat(data.consumeInt(0, 100));
            case 1 -> FuzzedText.unicode(data.consumeString(20));
            default -> piece;
          });
    }
    return template.toString();
  }
}
