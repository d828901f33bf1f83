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
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @CsvSource({"0,12", "20779,12", "20779,40", "-5,3", "20779,1", "20779,7"})
  void seedsThatFollowEachOtherTakeEachCaseOfAFamilyOnceBeforeAnyOfItTwice(long first, int budget) {
    List<List<String>> families =
        List.of(family("large", 90), family("one", 1), family("few", 5), family("some", 17));
    var taken = new ArrayList<String>();
    for (long seed = first; seed < first + 400; seed++) {
      List<String> drawn = new DrawnCases(seed, budget).ofEach(families);
      assertThat(drawn).hasSize(budget);
      taken.addAll(drawn);
    }

    for (List<String> family : families) {
      List<String> its = taken.stream().filter(family::contains).toList();
      assertThat(its).hasSizeGreaterThan(family.size());
      for (int from = 0; from + family.size() <= its.size(); from++) {
        assertThat(its.subList(from, from + family.size())).doesNotHaveDuplicates();
      }
    }
  }

  @Test
  void eachFamilyHasAShareOfEachRunAndALargeOneTheLargest() {
    List<List<String>> families = List.of(family("few", 5), family("large", 900), family("one", 1));

    List<String> drawn = new DrawnCases(20_779, 12).ofEach(families);

    assertThat(drawn).filteredOn(each -> each.startsWith("large")).hasSize(10);
    assertThat(drawn).filteredOn(each -> each.startsWith("few")).hasSize(1);
    assertThat(drawn).filteredOn(each -> each.startsWith("one")).hasSize(1);
    assertThat(new DrawnCases(2, Integer.MAX_VALUE).ofEach(families)).hasSize(906);
  }

  @ParameterizedTest
  @ValueSource(ints = {12, 40})
  void eachDayTriesSomethingOfEveryFamily(int budget) {
    for (long day = 20_779; day < 20_800; day++) {
      assertThat(new DrawnCases(day, budget).ofEach(SoakCase.byFamily()))
          .extracting(SoakCase::family)
          .contains(SoakCase.Family.values());
    }
  }

  private static List<String> family(String name, int size) {
    return IntStream.range(0, size).mapToObj(number -> name + number).toList();
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
