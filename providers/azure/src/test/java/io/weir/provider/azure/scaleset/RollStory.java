package io.weir.provider.azure.scaleset;

import io.weir.provider.azure.machinepool.PoolFixture;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A rollout that is told by both.
 *
 * @param name of the file
 * @param about what is shown, and why the two differ where they do
 * @param keepsOutdated whether both have the gate SkipMachinePoolModelReconciliation
 * @param strategy {@code spec.strategy} as JSON; null for none
 * @param surge what that means to upstream, as a number; so {@code unavailable} and {@code policy}
 * @param events what happens in which minute
 */
record RollStory(
    String name,
    String about,
    boolean flexible,
    boolean externallySized,
    boolean keepsOutdated,
    int replicas,
    @Nullable String strategy,
    int surge,
    int unavailable,
    String policy,
    Map<Integer, Consumer<RollTranscript>> events) {

  static RollStory of(String name, String about, int replicas, String... numbers) {
    String[] given = numbers.length == 0 ? new String[] {"1", "0", "Oldest"} : numbers;
    return new RollStory(
        name,
        about,
        false,
        false,
        false,
        replicas,
        """
        {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": %s, "maxUnavailable": %s, "deletePolicy": "%s"}}
        """
            .formatted(quoted(given[0]), quoted(given[1]), given[2]),
        number(given[0], replicas, true),
        number(given[1], replicas, false),
        given[2],
        Map.of());
  }

  private static String quoted(String number) {
    return number.endsWith("%") ? "\"" + number + "\"" : number;
  }

  private static int number(String text, int of, boolean up) {
    if (!text.endsWith("%")) {
      return Integer.parseInt(text);
    }
    int percent = Integer.parseInt(text.substring(0, text.length() - 1));
    return (of * percent + (up ? 99 : 0)) / 100;
  }

  /** The same in Flexible mode. */
  RollStory inFlexibleMode() {
    return new RollStory(
        name,
        about,
        true,
        externallySized,
        keepsOutdated,
        replicas,
        strategy,
        surge,
        unavailable,
        policy,
        events);
  }

  /** The same where somebody else sizes the set. */
  RollStory sizedElsewhere() {
    return new RollStory(
        name,
        about,
        flexible,
        true,
        keepsOutdated,
        replicas,
        strategy,
        surge,
        unavailable,
        policy,
        events);
  }

  /** The same where machines of older models stay. */
  RollStory keepingOutdated() {
    return new RollStory(
        name,
        about,
        flexible,
        externallySized,
        true,
        replicas,
        strategy,
        surge,
        unavailable,
        policy,
        events);
  }

  /** The same with a strategy that says no more than its type, which upstream reads as Random. */
  RollStory withBareStrategy() {
    return new RollStory(
        name,
        about,
        flexible,
        externallySized,
        keepsOutdated,
        replicas,
        "{\"type\": \"RollingUpdate\"}",
        1,
        0,
        "Random",
        events);
  }

  RollStory at(int minute, Consumer<RollTranscript> event) {
    var more = new TreeMap<>(events);
    more.put(minute, event);
    return new RollStory(
        name,
        about,
        flexible,
        externallySized,
        keepsOutdated,
        replicas,
        strategy,
        surge,
        unavailable,
        policy,
        more);
  }

  PoolFixture pool() {
    PoolFixture pool =
        PoolFixture.plain()
            .withReplicas(replicas)
            .withSpec(
                spec -> {
                  spec.put("orchestrationMode", flexible ? "Flexible" : "Uniform");
                  if (strategy == null) {
                    spec.remove("strategy");
                  } else {
                    spec.set("strategy", RollTranscript.json(strategy));
                  }
                });
    if (keepsOutdated) {
      pool.keepingOutdated();
    }
    return externallySized ? pool.externallySized() : pool;
  }
}
