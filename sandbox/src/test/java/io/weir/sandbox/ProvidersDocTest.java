package io.weir.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.CallLimits;
import io.weir.provider.DesiredState;
import io.weir.provider.ObservedState;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolProvider;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documents say about writing providers, held against the interface and the example. */
class ProvidersDocTest {

  private static final Pattern CODE = Pattern.compile("(?s)```java\\n(.*?)```");

  private static final Pattern WORD = Pattern.compile("[A-Za-z]+");

  @ParameterizedTest
  @ValueSource(
      classes = {
        PoolProvider.class,
        PlanStep.class,
        DesiredState.class,
        ObservedState.class,
        CallLimits.class
      })
  void everyMethodIsNamed(Class<?> part) throws Exception {
    Set<String> words =
        WORD.matcher(Files.readString(Path.of("../docs/providers-reference.md")))
            .results()
            .map(MatchResult::group)
            .collect(Collectors.toSet());

    assertThat(
            Arrays.stream(part.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .map(Method::getName))
        .allMatch(words::contains, "is named");
  }

  /** But for how far lines are indented. */
  @Test
  void theCodeThatIsShownIsThatOfTheExample() throws Exception {
    List<String> sources = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of("../docs/toy-provider/src"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        sources.add(unindented(Files.readString(file)));
      }
    }

    List<String> shown =
        CODE.matcher(Files.readString(Path.of("../docs/providers.md")))
            .results()
            .map(code -> unindented(code.group(1)))
            .toList();

    assertThat(shown).hasSizeGreaterThan(10);
    assertThat(shown)
        .allMatch(
            code -> sources.stream().anyMatch(text -> text.contains(code)), "is in the example");
  }

  private static String unindented(String text) {
    return text.lines().map(String::strip).collect(Collectors.joining("\n"));
  }
}
