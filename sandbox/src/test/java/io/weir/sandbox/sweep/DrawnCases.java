package io.weir.sandbox.sweep;

import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;

/**
 * Which of many cases a run takes. The cases stand in a circle, and each run takes as many as its
 * budget allows from where the run before it stopped: that follows from the seed alone, the number
 * of the run. So runs whose seeds follow each other take each case once before they take any twice,
 * and the one that was taken least recently is always next. Cases of several families have a circle
 * for each, and a share of the budget, so that the small families are not lost among the large.
 *
 * <p>The system property {@code weir.seed} says which run this is, without it the day does; {@code
 * weir.budget} says how many cases it takes, or {@code all}.
 *
 * @param seed the number of the run
 * @param budget how many cases it takes at most
 */
public record DrawnCases(long seed, int budget) {

  private static final int FEW = 6;

  public DrawnCases {
    if (budget < 0) {
      throw new IllegalArgumentException("a budget of " + budget + " cases");
    }
  }

  /** Those of this run, which prints how to have them again. */
  public static DrawnCases ofThisRun() {
    return Printed.ONCE;
  }

  /** What the properties say, or else the day of the clock and a few. */
  static DrawnCases of(Properties properties, Clock clock) {
    String seed = properties.getProperty("weir.seed", "");
    String budget = properties.getProperty("weir.budget", "");
    return new DrawnCases(
        seed.isBlank() ? LocalDate.now(clock).toEpochDay() : Long.parseLong(seed),
        budget.isBlank()
            ? FEW
            : budget.equals("all") ? Integer.MAX_VALUE : Integer.parseInt(budget));
  }

  /** Those of these that are taken, in their order on the circle. */
  public <T> List<T> of(List<? extends T> all) {
    if (budget >= all.size()) {
      return List.copyOf(all);
    }
    var drawn = new ArrayList<T>();
    long first = Math.floorMod(seed, all.size()) * (long) budget;
    for (long i = first; i < first + budget; i++) {
      drawn.add(all.get(Math.floorMod(i, all.size())));
    }
    return List.copyOf(drawn);
  }

  /**
   * Those of these families that are taken: of each its share, one at least. Where the budget is
   * smaller than the number of families, they take turns.
   */
  public <T> List<T> ofEach(List<? extends List<? extends T>> families) {
    if (budget < families.size()) {
      return inTurn(families);
    }
    int[] shares = shares(families.stream().mapToInt(List::size).toArray());
    var drawn = new ArrayList<T>();
    for (int i = 0; i < shares.length; i++) {
      drawn.addAll(new DrawnCases(seed, shares[i]).of(families.get(i)));
    }
    return List.copyOf(drawn);
  }

  private <T> List<T> inTurn(List<? extends List<? extends T>> families) {
    var drawn = new ArrayList<T>();
    long first = Math.floorMod(seed, families.size()) * (long) budget;
    for (long i = first; i < first + budget; i++) {
      List<? extends T> family = families.get(Math.floorMod(i, families.size()));
      // How many rounds of all families have passed, as far as it matters.
      long rounds = Math.floorMod(Math.floorDiv(seed, families.size()), family.size());
      long round = rounds * budget + i / families.size();
      drawn.add(family.get(Math.floorMod(round, family.size())));
    }
    return List.copyOf(drawn);
  }

  /** Each has one; what is left goes to them by the square roots of their sizes. */
  private int[] shares(int[] sizes) {
    var shares = new int[sizes.length];
    Arrays.fill(shares, 1);
    for (int left = Math.min(budget, IntStream.of(sizes).sum()) - sizes.length; left > 0; left--) {
      int next =
          IntStream.range(0, sizes.length)
              .filter(i -> shares[i] < sizes[i])
              .boxed()
              .max(Comparator.comparingDouble(i -> Math.sqrt(sizes[i]) / (shares[i] + 1)))
              .orElseThrow();
      shares[next]++;
    }
    return shares;
  }

  /** Such as {@code -Dweir.seed=20779 -Dweir.budget=6}. */
  @Override
  public String toString() {
    return "-Dweir.seed=%d -Dweir.budget=%s"
        .formatted(seed, budget == Integer.MAX_VALUE ? "all" : budget);
  }

  private static final class Printed {
    private static final DrawnCases ONCE = print();

    private static DrawnCases print() {
      DrawnCases drawn = of(System.getProperties(), Clock.systemUTC());
      System.out.println("the cases of this run come again with " + drawn);
      return drawn;
    }
  }
}
