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
import java.util.Arrays;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever writes a provider finds each method of the SPI in docs/providers.md. */
class ProvidersDocTest {

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
        WORD.matcher(Files.readString(Path.of("../docs/providers.md")))
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
}
