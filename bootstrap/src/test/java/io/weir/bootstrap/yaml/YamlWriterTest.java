package io.weir.bootstrap.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.bootstrap.yaml.YamlNode.Bool;
import io.weir.bootstrap.yaml.YamlNode.Int;
import io.weir.bootstrap.yaml.YamlNode.Mapping;
import io.weir.bootstrap.yaml.YamlNode.Null;
import io.weir.bootstrap.yaml.YamlNode.Sequence;
import io.weir.bootstrap.yaml.YamlNode.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlWriterTest {

  @Nested
  class Strings {

    @ParameterizedTest
    @ValueSource(
        strings = {
          "",
          "n",
          "N",
          "y",
          "yes",
          "No",
          "on",
          "OFF",
          "true",
          "False",
          "null",
          "Null",
          "~",
          "=",
          "<<",
          "0644",
          "07",
          "08",
          "0c",
          "1_000",
          "12:30:45",
          "1:2",
          "190:20:30.15",
          "0x1F",
          "0b101",
          "0o17",
          "1e3",
          "1.5",
          ".5",
          ".inf",
          ".NaN",
          "-.inf",
          "+1",
          "-1",
          "-",
          "2001-12-14",
          "2001-12-14t21:59:43.10-05:00",
          "abcdef.0123456789abcdef",
          "123456.7890123456789012",
          "12e456.0123456789012345",
          " leading",
          "trailing ",
          "a: b",
          "a:",
          "a #b",
          "#a",
          "%a",
          "@a",
          "`a`",
          "*a",
          "&a",
          "!a",
          "[a]",
          "{a}",
          "{}",
          "[]",
          "? a",
          "- a",
          "a\tb",
          "\t",
          "\n",
          "\n\n",
          " ",
          "a\n",
          "a\n\n",
          "\na",
          " a\nb",
          "\ta\nb",
          "a \nb",
          "a\n \n",
          "a\n  ",
          "a\r\nb",
          "a\\nb",
          "'",
          "\"",
          "it's",
          "say \"hi\"",
          "it's \"hi\"",
          "---",
          "...",
          "--- a\n",
          "a\n---\nb\n",
          "\u0085",
          "a\u2028b",
          "\ufeffa",
          "\u0000",
          "é",
          "😀 x"
        })
    void readAsWhatTheyWere(String text) {
      String yaml =
          YamlWriter.write(
              Mapping.builder()
                  .put("value", text)
                  .put(
                      "list",
                      new Sequence(List.of(new Text(text), Sequence.ofTexts(List.of(text)))))
                  .put(text, "as a key")
                  .put("last", text)
                  .build());

      var expected = new LinkedHashMap<String, Object>();
      expected.put("value", text);
      expected.put("list", List.of(text, List.of(text)));
      expected.put(text, "as a key");
      expected.put("last", text);
      assertThat(YamlReaders.readAs11(yaml)).as(yaml).isEqualTo(expected);
      assertThat(YamlReaders.readAs12(yaml)).as(yaml).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"127.0.0.1:6443", "sha256:00ff", "/dev/sdb", "root:root", "a && b > /c"})
    void standWithoutQuotesWhereNoReaderCanMistakeThem(String text) {
      assertThat(YamlWriter.write(Mapping.builder().put("k", text).build()))
          .isEqualTo("k: " + text + "\n");
    }
  }

  @Nested
  class Templates {

    @ParameterizedTest
    @ValueSource(
        strings = {
          "{{ ds.meta_data.local_hostname }}",
          "{{ ds.meta_data[\"local_hostname\"] }}",
          "{{ ds.meta_data['local_hostname'] }}",
          "{{ ds['a'] }}-{{ ds[\"b\"] }}",
          "it's {{ ds[\"a\"] }}",
          "say \"{{ ds['a'] }}\"",
          "{% if a == 'b' %}\"x\"{% endif %}",
          "# comment\nname: '{{ ds[\"a\"]['b'] | replace('\\n', '') }}' \n"
        })
    void areWrittenAsTheyAre(String text) {
      String yaml = YamlWriter.write(Mapping.builder().put("k", text).build());

      assertThat(io.weir.bootstrap.yaml.JinjaTemplates.findIn(text))
          .isNotEmpty()
          .allMatch(yaml::contains);
      assertThat(YamlReaders.readAs11(yaml)).isEqualTo(Map.of("k", text));
    }

    @Test
    void withQuotesBesideAControlCharacterAreKnownNotToSurvive() {
      assertThat(ScalarStyle.canKeepTemplates("a\r{{ ds[\"b\"] }}")).isFalse();
      assertThat(ScalarStyle.canKeepTemplates("a\r{{ ds.b }}")).isTrue();
      assertThat(ScalarStyle.canKeepTemplates("a\r\"{{ ds.b }}\"")).isTrue();
    }
  }

  @Test
  void structureIsBlockStyleWithListsAtTheLevelOfTheirKey() {
    var inner = Mapping.builder().put("b", "z").build();
    var document =
        Mapping.builder()
            .put("map", Mapping.builder().put("nested", inner).build())
            .put("list", new Sequence(List.of(inner, Sequence.ofTexts(List.of("p", "q")))))
            .put("text", "one\ntwo\n")
            .put("empty", new Sequence(List.of()))
            .put("number", new Int(7))
            .put("yes", new Bool(true))
            .put("none", new Null())
            .build();

    assertThat(YamlWriter.write(document))
        .isEqualTo(
            """
            map:
              nested:
                b: z
            list:
            - b: z
            - - p
              - q
            text: |
              one
              two
            empty: []
            number: 7
            'yes': true
            none: null
            """);
  }

  @Test
  void randomTreesReadAsWhatTheyWere() {
    long seed = Long.getLong("weir.seed", 1);
    var random = new Random(seed);
    for (int round = 0; round < 2_000; round++) {
      Map<String, Object> tree = tree(random, 3);

      String yaml = YamlWriter.write((Mapping) node(tree));

      String shown = "-Dweir.seed=%d, round %d:%n%s".formatted(seed, round, yaml);
      assertThat(YamlReaders.readAs11(yaml)).as(shown).isEqualTo(tree);
      assertThat(YamlReaders.readAs12(yaml)).as(shown).isEqualTo(tree);
    }
  }

  private static Map<String, Object> tree(Random random, int depth) {
    var tree = new LinkedHashMap<String, Object>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      tree.put(RandomText.of(random, random.nextInt(50) == 0 ? 400 : 6), value(random, depth));
    }
    return tree;
  }

  private static @Nullable Object value(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 5)) {
      case 0 -> random.nextInt();
      case 1 -> random.nextBoolean() ? random.nextBoolean() : null;
      case 2, 3, 4 -> RandomText.of(random, 12);
      case 5, 6 -> tree(random, depth - 1);
      default -> {
        var list = new ArrayList<Object>();
        for (int i = random.nextInt(4); i > 0; i--) {
          list.add(value(random, depth - 1));
        }
        yield list;
      }
    };
  }

  private static YamlNode node(@Nullable Object value) {
    return switch (value) {
      case null -> new Null();
      case String text -> new Text(text);
      case Integer number -> new Int(number);
      case Boolean bool -> new Bool(bool);
      case List<?> list -> new Sequence(list.stream().map(YamlWriterTest::node).toList());
      case Map<?, ?> map -> {
        var mapping = Mapping.builder();
        map.forEach((key, each) -> mapping.put((String) key, node(each)));
        yield mapping.build();
      }
      default -> throw new IllegalArgumentException(value.toString());
    };
  }
}
