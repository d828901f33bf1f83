package io.weir.bootstrap.gotemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoTemplateTest {

  private static final TemplateValue.MapValue KNOWN =
      new TemplateValue.MapValue(
          Map.of(
              "controlPlane",
              new TemplateValue.MapValue(
                  Map.of("version", new TemplateValue.TextValue("v1.35.4")))));
  private static final TemplateValue.MapValue UNKNOWN = new TemplateValue.MapValue(Map.of());

  @Nested
  class Gives {

    @ParameterizedTest
    @CsvSource(
        delimiter = '>',
        quoteCharacter = '^',
        value = {
          "v={{ .controlPlane.version }};      > v=v1.35.4;",
          "{{.controlPlane.version}}           > v1.35.4",
          "{{ slice .controlPlane.version 1 }} > 1.35.4",
          "{{ slice .controlPlane.version 1 5 }} > 1.35",
          "{{ .controlPlane.version | print \"k\" }} > kv1.35.4",
          "{{ print \"a\\\"\\\\\" `\\n` 7 true }} > a\"\\\\n7true",
          "{{ \"{{\" }} ds {{ `}}` }}          > {{ ds }}",
          "a {{- /* gone */ -}} b              > ab",
          "{{ if .controlPlane }}y{{ else }}n{{ end }} > y",
          "{{ if .nothing }}y{{ else if eq .controlPlane.version \"v1\" \"v1.35.4\" }}z{{ end }} >"
              + " z",
          "{{ if and .controlPlane (not .other.thing) }}y{{ end }} > y",
          "{{ if or .a .b }}y{{ else }}{{ if ne 1 2 }}n{{ end }}{{ end }} > n",
        })
    void whatGoGives(String template, String expected) {
      assertThat(GoTemplate.render(template, KNOWN, 100)).isEqualTo(expected);
    }

    @Test
    void nothingOfABranchThatIsNotTaken() {
      String template = "a{{ if .controlPlane }}{{ .controlPlane.version }}{{ end }}b";

      assertThat(GoTemplate.render(template, UNKNOWN, 100)).isEqualTo("ab");
    }

    @Test
    void linesWithoutTheBlanksThatDashesTrim() {
      String template = "a\n  {{- if true }}\nb\n  {{- end }}\nc\n";

      assertThat(GoTemplate.render(template, KNOWN, 100)).isEqualTo("a\nb\nc\n");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      quoteCharacter = '^',
      value = {
        "{{ .controlPlane.version > line 1: {{ without }}",
        "{{ range .x }}{{ end }}  > line 1: range is not supported",
        "{{ $x := 1 }}            > line 1: variables are not supported",
        "{{ upper .x }}           > line 1: the function upper is not supported, only and",
        "{{ if .x }}              > line 1: if without end",
        "{{ end }}                > line 1: end without if",
        "{{ if }}{{ end }}        > line 1: if without a value",
        "{{ }}                    > line 1: a value is missing",
        "{{ .x }}                 > line 1: .x is not known; test it with {{ if .x }} first",
        "{{ .controlPlane }}      > line 1: a map cannot be printed",
        "{{ .controlPlane.version.x }} > line 1: .controlPlane.version.x: a part of it",
        "{{ slice .controlPlane.version 9 }} > line 1: slice index out of range",
        "{{ .x }                  > line 1: {{ without }}",
        "{{ eq 1 }}               > line 1: eq has the wrong number of arguments",
        "{{ (eq 1 1 }}            > line 1: unclosed (",
        "{{ if .x }}{{ foo }}{{ end }} > line 1: the function foo is not supported",
        "{{ if true }}{{ else }}{{ else }}{{ end }} > line 1: else after else",
      })
  void whatItDoesNotServeIsRefusedByNameAndLine(String template, String message) {
    assertThatThrownBy(() -> GoTemplate.render(template, KNOWN, 100))
        .isInstanceOf(TemplateException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void theLineOfATroubleIsThatOfTheAction() {
    assertThatThrownBy(() -> GoTemplate.render("a\nb {{ true }}\n{{ .y }}", KNOWN, 100))
        .hasMessageStartingWith("line 3: .y is not known");
  }

  @Test
  void aTextThatGrowsTooLongIsRefused() {
    assertThatThrownBy(() -> GoTemplate.render("12345{{ `67` }}", KNOWN, 6))
        .hasMessageContaining("longer than 6 characters");
  }

  /** Whoever may write a config or a Secret that it names must not end the manager. */
  @Nested
  class OfHostilePeople {

    private static final int MANY = 200_000;

    static Stream<Arguments> nested() {
      return Stream.of(
          Arguments.of("{{ " + "(".repeat(MANY) + "1" + ")".repeat(MANY) + " }}", "parentheses"),
          Arguments.of("{{ " + "not (".repeat(MANY) + "1 }}", "parentheses"),
          Arguments.of("{{ if 1 }}".repeat(MANY) + "{{ end }}".repeat(MANY), "ifs"),
          Arguments.of("{{ if 0 }}{{ else }}".repeat(MANY) + "{{ end }}".repeat(MANY), "ifs"));
    }

    @ParameterizedTest
    @MethodSource("nested")
    void whatIsNestedTooDeepIsRefusedByLine(String template, String what) {
      assertThatThrownBy(() -> GoTemplate.render("\n\n" + template, KNOWN, 1 << 20))
          .isInstanceOf(TemplateException.class)
          .hasMessage("line 3: %s are nested more than 100 deep", what);
    }

    @Test
    void whatIsLongIsReadWhateverItsLength() {
      String text = "\\n\\t\\\"\\\\x".repeat(MANY);
      String path = ".a".repeat(MANY);
      String elses = "{{ else if 0 }}".repeat(MANY);

      assertThat(GoTemplate.render("{{ \"" + text + "\" }}", KNOWN, 10 * MANY)).hasSize(5 * MANY);
      assertThat(GoTemplate.render("{{ if " + path + " }}a{{ end }}b", KNOWN, 10)).isEqualTo("b");
      assertThat(GoTemplate.render("{{ if 0 }}" + elses + "{{ end }}b", KNOWN, 10)).isEqualTo("b");
      assertThat(GoTemplate.render("{{ 1" + " | print 1".repeat(MANY / 100) + "}}", KNOWN, MANY))
          .hasSize(MANY / 100 + 1);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "{{ range .controlPlane }}x{{ end }}",
          "{{ printf \"%1000000000d\" 1 }}",
          "{{ define \"a\" }}{{ template \"a\" }}{{ end }}{{ template \"a\" }}"
        })
    void whatRepeatsOrPadsIsNoPartOfTheLanguage(String template) {
      assertThatThrownBy(() -> GoTemplate.render(template, KNOWN, 1 << 20))
          .isInstanceOf(TemplateException.class)
          .hasMessageContaining("is not supported");
    }

    @Test
    void whatIsJoinedAgainAndAgainTakesBoundedTime() {
      assertThatThrownBy(
              () -> GoTemplate.render("{{ 1" + "|print 1".repeat(MANY) + "}}", KNOWN, 1 << 20))
          .isInstanceOf(TemplateException.class)
          .hasMessage("line 1: the expressions make more than 16777216 characters");
    }
  }
}
