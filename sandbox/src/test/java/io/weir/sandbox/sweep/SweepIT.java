package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class SweepIT {

  /** Lives that go on at the same time. */
  private static final int AT_ONCE = Integer.getInteger("weir.sweep.lives", 8);

  @Test
  void aLifeCutOffAtAnyWriteEndsLikeAnUnbrokenOne() throws Exception {
    try (Plane plane = Plane.open()) {
      long t = System.nanoTime();
      Unbroken like = Unbroken.live(plane, "whole1");
      Unbroken again = Unbroken.live(plane, "whole2");
      for (Phase phase : Phase.values()) {
        assertThat(Told.difference(like.pictures().get(phase), again.pictures().get(phase))).isEmpty();
      }
      System.out.println("writes " + like.writes().size() + " " + like.writes());
      System.out.println("unbroken " + (System.nanoTime() - t) / 1_000_000);
      t = System.nanoTime();

      var lives = new ArrayList<Callable<String>>();
      for (int n = 1; n <= like.writes().size(); n++) {
        for (Cut.Side side : Cut.Side.values()) {
          var broken = new Broken("cut%d%s".formatted(n, side.name().toLowerCase(java.util.Locale.ROOT)), new Cut(n, side));
          lives.add(
              () -> {
                try {
                  return broken.live(plane, like) ? "" : "not cut: " + broken.name();
                } catch (AssertionError e) {
                  System.out.println(e.getMessage());
                  return String.valueOf(e.getMessage());
                }
              });
        }
      }
      var failures = new ArrayList<String>();
      try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
        for (Future<String> one : threads.invokeAll(lives)) {
          failures.add(one.get());
        }
      }
      System.out.println("broken " + (System.nanoTime() - t) / 1_000_000);
      failures.removeIf(String::isEmpty);
      assertThat(failures).isEmpty();
    }
  }
}
