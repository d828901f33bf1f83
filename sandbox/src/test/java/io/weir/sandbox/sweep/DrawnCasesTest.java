package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DrawnCasesTest {
  private static final Clock DAY_TWO =
      Clock.fixed(Instant.parse("1970-01-03T09:00:00Z"), ZoneOffset.UTC);

  @ParameterizedTest
  @CsvSource({"0,7,3", "20779,7,3", "20779,214,40", "-5,10,4", "9223372036854775800,10,3", "3,6,6"})
  void seedsThatFollowEachOtherTakeEachCaseOnceBeforeAnyTwice(long first, int size, int budget) {
    List<Integer> all = IntStream.range(0, size).boxed().toList();
    var taken = new ArrayList<Integer>();
    // Far beyond one round, and with the end of the range of seeds in none of the rows' ways.
    for (long seed = first; seed - first < 7 && seed >= first; seed++) {
      taken.addAll(new DrawnCases(seed, budget).of(all));
    }

    for (int from = 0; from + size <= taken.size(); from++) {
      assertThat(taken.subList(from, from + size)).doesNotHaveDuplicates();
    }
  }

  @Test
  void theSameSeedTakesTheSameCases() {
    List<Integer> all = IntStream.range(0, 100).boxed().toList();

    assertThat(new DrawnCases(17, 9).of(all)).isEqualTo(new DrawnCases(17, 9).of(all));
    assertThat(new DrawnCases(17, 9).of(all))
        .doesNotContainAnyElementsOf(new DrawnCases(18, 9).of(all));
  }

  @Test
  void aBudgetForAllTakesAllInTheirOrder() {
    List<String> all = List.of("a", "b", "c");

    assertThat(new DrawnCases(2, 3).of(all)).isEqualTo(all);
    assertThat(new DrawnCases(2, Integer.MAX_VALUE).of(all)).isEqualTo(all);
    assertThat(new DrawnCases(2, 0).of(all)).isEmpty();
    assertThat(new DrawnCases(2, 2).of(List.of())).isEmpty();
  }

  @Test
  void theDayIsTheSeedUnlessAPropertySaysAnother() {
    assertThat(DrawnCases.of(new Properties(), DAY_TWO)).isEqualTo(new DrawnCases(2, 6));
    assertThat(DrawnCases.of(properties("17", "40"), DAY_TWO)).isEqualTo(new DrawnCases(17, 40));
    assertThat(DrawnCases.of(properties("", ""), DAY_TWO)).isEqualTo(new DrawnCases(2, 6));
    assertThat(DrawnCases.of(properties("17", "all"), DAY_TWO))
        .hasToString("-Dweir.seed=17 -Dweir.budget=all");
    assertThatThrownBy(() -> DrawnCases.of(properties("17", "-1"), DAY_TWO))
        .hasMessage("a budget of -1 cases");
  }

  @Test
  void whatItPrintsTakesTheSameAgain() {
    assertThat(new DrawnCases(20_779, 40)).hasToString("-Dweir.seed=20779 -Dweir.budget=40");
  }

  private static Properties properties(String seed, String budget) {
    var properties = new Properties();
    properties.setProperty("weir.seed", seed);
    properties.setProperty("weir.budget", budget);
    return properties;
  }
}
