package io.weir.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClosingTest {
  private final List<String> closed = new ArrayList<>();
  private final Closing closing = new Closing();

  @Test
  void partsAreStoppedInReverseOrderAndOnce() {
    closing.add(part("first"));
    closing.add(part("second"));

    closing.close();
    closing.close();

    assertThat(closed).containsExactly("second", "first");
  }

  @Test
  void oneThatDoesNotStopInOrderKeepsNoOtherRunning() {
    closing.add(part("first"));
    AutoCloseable broken =
        () -> {
          throw new IOException("broken");
        };
    closing.add(broken);

    closing.close();

    assertThat(closed).containsExactly("first");
  }

  @Test
  void whatIsStartedTooLateIsStoppedAtOnce() {
    closing.close();

    assertThatThrownBy(() -> closing.add(part("late"))).isInstanceOf(IllegalStateException.class);

    assertThat(closed).containsExactly("late");
  }

  private AutoCloseable part(String name) {
    return () -> closed.add(name);
  }
}
