package io.weir.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShutdownStackTest {
  private final List<String> closed = new ArrayList<>();
  private final ShutdownStack shutdownStack = new ShutdownStack();

  @Test
  void partsAreStoppedInReverseOrderAndOnce() {
    shutdownStack.add(part("first"));
    shutdownStack.add(part("second"));

    shutdownStack.close();
    shutdownStack.close();

    assertThat(closed).containsExactly("second", "first");
  }

  @Test
  void oneThatDoesNotStopInOrderKeepsNoOtherRunning() {
    shutdownStack.add(part("first"));
    AutoCloseable broken =
        () -> {
          throw new IOException("broken");
        };
    shutdownStack.add(broken);

    shutdownStack.close();

    assertThat(closed).containsExactly("first");
  }

  @Test
  void whatIsStartedTooLateIsStoppedAtOnce() {
    shutdownStack.close();

    assertThatThrownBy(() -> shutdownStack.add(part("late")))
        .isInstanceOf(IllegalStateException.class);

    assertThat(closed).containsExactly("late");
  }

  private AutoCloseable part(String name) {
    return () -> closed.add(name);
  }
}
