package io.weir.kernel.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.weir.api.ObjectKey;
import io.weir.kernel.cache.CacheBudget.Room;
import io.weir.kernel.cache.CacheBudget.Shortage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CacheBudgetTest {

  private final CacheBudget budget = new CacheBudget(100, 75);
  private final List<String> told = new ArrayList<>();

  private Room open(String namespace, String name) {
    return budget.open(new ObjectKey(namespace, name), () -> told.add(name));
  }

  private static Room filled(Room room, long bytes) {
    assertThat(room.tryTake(bytes)).isTrue();
    return room;
  }

  @Test
  void oneHasNoMoreThanItsShareHoweverMuchIsFree() {
    Room one = filled(open("a", "one"), 75);

    assertThat(one.tryTake(1)).isFalse();
    assertThat(one.shortage()).hasValue(Shortage.OF_ONE);
    assertThat(told).containsExactly("one");
    assertThatExceptionOfType(NoRoomException.class).isThrownBy(() -> one.take(1));

    one.close();
    Room again = filled(open("a", "one"), 75);
    assertThat(again.shortage()).isEmpty();
  }

  @Test
  void roomsOfOneClusterCountTogether() {
    Room before = filled(open("a", "one"), 50);
    Room after = open("a", "one");

    assertThat(after.tryTake(50)).isFalse();
    assertThat(before.shortage()).hasValue(Shortage.OF_ONE);
  }

  @Test
  void whoeverHasMostMakesWayForThoseWhoHaveLess() throws Exception {
    Room large = filled(open("a", "large"), 60);
    Room small = filled(open("b", "small"), 30);
    assertThat(small.tryTake(20)).isFalse();
    assertThat(large.shortage()).hasValue(Shortage.OF_ALL);
    assertThat(small.shortage()).isEmpty();
    var waiting = CompletableFuture.runAsync(() -> take(small));

    large.close();

    waiting.join();
    assertThat(told).containsExactly("large");
    assertThat(small.tryTake(50)).isFalse();
    assertThat(small.shortage()).hasValue(Shortage.OF_ONE);
  }

  private static void take(Room room) {
    try {
      room.take(20);
    } catch (NoRoomException full) {
      throw new AssertionError(full);
    }
  }

  @Test
  void manyClustersOfOneNamespaceHaveNoMoreThanFewOfAnother() {
    for (int i = 0; i < 8; i++) {
      Room _ = filled(open("many", "m" + i), 10);
    }
    Room other = filled(open("few", "other"), 20);

    assertThat(other.tryTake(20)).isFalse();

    assertThat(other.shortage()).isEmpty();
    assertThat(told).hasSize(2).allMatch(name -> name.startsWith("m"));
  }

  @Test
  void whoeverWouldHaveMostIsTheOneThatGoesWithout() {
    Room first = filled(open("a", "first"), 50);
    Room second = filled(open("b", "second"), 50);

    assertThat(second.tryTake(1)).isFalse();

    assertThat(second.shortage()).hasValue(Shortage.OF_ALL);
    assertThat(first.shortage()).isEmpty();
  }

  @Test
  void whatIsGivenBackIsThereForOthers() {
    Room one = filled(open("a", "one"), 70);
    one.giveBack(70);
    Room two = filled(open("b", "two"), 70);
    two.close();
    two.giveBack(70);

    assertThat(filled(open("c", "three"), 75).tryTake(1)).isFalse();
    assertThat(told).containsExactly("three");
  }
}
