package io.weir.kernel.cache;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.api.harness.Lives;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A server's history, which a watch follows with a delay while answers to our own writes overtake
 * it, in any order, with lists anew in between.
 */
class WriteOverlayLivesTest {

  @Test
  void whatIsReadNeverGoesBackAndEndsAsWhatTheServerHas() {
    Lives.each(10_000, seed -> new Life(seed).live());
  }

  private record Version(ObjectKey key, long version, boolean deleted) {}

  private static final class Life {
    private final SplittableRandom random;
    private final WriteOverlay overlay = new WriteOverlay();
    private final List<Version> history = new ArrayList<>();
    private final List<Version> answers = new ArrayList<>();
    private final Map<ObjectKey, Long> watched = new HashMap<>();
    private final Map<ObjectKey, Long> read = new HashMap<>();
    private long version = 10;
    private int followed;

    Life(long seed) {
      random = new SplittableRandom(seed);
    }

    void live() {
      for (int turn = 0; turn < 60; turn++) {
        switch (random.nextInt(6)) {
          case 0 -> write(false);
          case 1 -> write(true);
          case 2 -> answer();
          case 3, 4 -> follow();
          default -> list();
        }
        check();
      }
      while (!answers.isEmpty()) {
        answer();
        check();
      }
      while (followed < history.size()) {
        follow();
        check();
      }
      if (!overlay.isEmpty() || !watched.equals(state())) {
        throw new AssertionError(
            "the server has %s, shown is %s and %s".formatted(state(), watched, overlay.objects()));
      }
    }

    private void write(boolean ours) {
      var key = new ObjectKey("ns", "o" + random.nextInt(3));
      var made = new Version(key, ++version, !ours && random.nextInt(4) == 0);
      history.add(made);
      if (ours) {
        answers.add(made);
      }
    }

    private void answer() {
      if (!answers.isEmpty()) {
        Version late = answers.remove(random.nextInt(answers.size()));
        boolean _ = overlay.add(object(late));
      }
    }

    private void follow() {
      if (followed < history.size()) {
        Version next = history.get(followed++);
        show(next);
        overlay.advanceTo(Long.toString(next.version())).forEach(overlay::remove);
      }
    }

    private void list() {
      overlay.beginList();
      while (followed < history.size()) {
        show(history.get(followed++));
      }
      long at = version;
      if (random.nextBoolean()) {
        write(true); // while the list is on its way
      }
      overlay.resetTo(Long.toString(at)).forEach(overlay::remove);
    }

    private void show(Version next) {
      if (next.deleted()) {
        watched.remove(next.key());
        read.remove(next.key());
      } else {
        watched.put(next.key(), next.version());
      }
    }

    private Map<ObjectKey, Long> state() {
      var now = new HashMap<ObjectKey, Long>();
      for (Version each : history) {
        if (each.deleted()) {
          now.remove(each.key());
        } else {
          now.put(each.key(), each.version());
        }
      }
      return now;
    }

    /** As a cache reads: what was answered, else what the watch has shown. */
    private void check() {
      for (int i = 0; i < 3; i++) {
        var key = new ObjectKey("ns", "o" + i);
        Optional<Long> now =
            overlay
                .get(key)
                .map(object -> Long.parseLong(object.resourceVersion()))
                .or(() -> Optional.ofNullable(watched.get(key)));
        Long before = read.get(key);
        if (now.isPresent() && before != null && now.get() < before) {
          throw new AssertionError("%s went back from %d to %d".formatted(key, before, now.get()));
        }
        now.ifPresent(seen -> read.put(key, seen));
      }
    }

    private static ApiObject object(Version made) {
      ObjectNode tree = Json.MAPPER.createObjectNode().put("kind", "Widget");
      tree.putObject("metadata")
          .put("namespace", made.key().namespace())
          .put("name", made.key().name())
          .put("resourceVersion", Long.toString(made.version()));
      return new ApiObject(tree);
    }
  }
}
