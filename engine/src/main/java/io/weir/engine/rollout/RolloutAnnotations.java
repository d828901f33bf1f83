package io.weir.engine.rollout;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.engine.retire.DeletePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What people say about a rollout in the annotations of a MachinePool.
 *
 * @param strategy how it is rolled; what is not said, or not understood, is as the pool itself has
 *     it, or as in {@link RolloutStrategy#DEFAULT}
 * @param paused whether the rollout is paused
 * @param engine who replaces outdated machines, where people have a say; absent if they leave that
 *     to the cloud's default
 * @param drainsCloudTerminations whether machines that the cloud ends by itself are drained first,
 *     where it gives notice
 * @param problems what cannot be understood, which counts as not said
 */
public record RolloutAnnotations(
    RolloutStrategy strategy,
    boolean paused,
    Optional<Engine> engine,
    boolean drainsCloudTerminations,
    List<Problem> problems) {

  private static final String NUMBER =
      "must be a number of machines, such as 1, or a percentage of the replicas, such as 25%";

  public RolloutAnnotations {
    problems = List.copyOf(problems);
  }

  /** Who replaces outdated machines. */
  public enum Engine {
    /** Weir, one by one by name. */
    WEIR("weir"),
    /** The cloud, by a mechanism of its own such as the instance refresh of AWS. */
    CLOUD("cloud");

    private final String text;

    Engine(String text) {
      this.text = text;
    }

    private static Optional<Engine> parse(String text) {
      return Stream.of(values()).filter(engine -> engine.text.equals(text)).findFirst();
    }
  }

  /**
   * An annotation that cannot be understood.
   *
   * @param key its key
   * @param value its value
   * @param remedy what to write instead
   */
  public record Problem(String key, String value, String remedy) {

    private static final int LONGEST_SHOWN = 120;

    /** For people. */
    public String message() {
      String shown =
          value.length() <= LONGEST_SHOWN ? value : value.substring(0, LONGEST_SHOWN) + "…";
      return "metadata.annotations[%s] is \"%s\", which counts as not set: it %s"
          .formatted(key, shown, remedy);
    }
  }

  /**
   * What a MachinePool says. Never fails: admission refuses what this counts as not said.
   *
   * @param unsaid how it is rolled where it says nothing
   */
  public static RolloutAnnotations read(ApiObject machinePool, RolloutStrategy unsaid) {
    return of(machinePool.annotations(), unsaid);
  }

  /** What these annotations say. */
  public static RolloutAnnotations of(Map<String, String> annotations) {
    return of(annotations, RolloutStrategy.DEFAULT);
  }

  private static RolloutAnnotations of(Map<String, String> annotations, RolloutStrategy unsaid) {
    var reader = new Reader(annotations, new ArrayList<>());
    var strategy =
        new RolloutStrategy(
            reader
                .read(MetadataKeys.MAX_SURGE, IntOrPercent::parse, NUMBER)
                .orElse(unsaid.maxSurge()),
            reader
                .read(MetadataKeys.MAX_UNAVAILABLE, IntOrPercent::parse, NUMBER)
                .orElse(unsaid.maxUnavailable()),
            reader
                .read(
                    MetadataKeys.DELETE_POLICY,
                    DeletePolicy::parse,
                    "must be Oldest, Newest or Random")
                .orElse(unsaid.deletePolicy()));
    boolean paused =
        reader
            .read(
                MetadataKeys.ROLLOUT,
                text -> Optional.of(text).filter(MetadataKeys.ROLLOUT_PAUSED::equals),
                "must be paused; remove the annotation to resume the rollout")
            .isPresent();
    Optional<Engine> engine =
        reader.read(MetadataKeys.ROLLOUT_ENGINE, Engine::parse, "must be weir or cloud");
    boolean drains =
        reader
            .read(
                MetadataKeys.CLOUD_TERMINATIONS,
                text -> Optional.of(text).filter(MetadataKeys.DRAIN_CLOUD_TERMINATIONS::equals),
                "must be drain; remove the annotation if they are not to be drained")
            .isPresent();
    return new RolloutAnnotations(strategy, paused, engine, drains, reader.problems());
  }

  private record Reader(Map<String, String> annotations, List<Problem> problems) {

    <T> Optional<T> read(String key, Function<String, Optional<T>> parse, String remedy) {
      Optional<String> said = Optional.ofNullable(annotations.get(key));
      Optional<T> understood = said.flatMap(parse);
      if (said.isPresent() && understood.isEmpty()) {
        problems.add(new Problem(key, said.get(), remedy));
      }
      return understood;
    }
  }
}
