package io.weir.manager.brake;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Excerpt;
import io.weir.api.ObjectKey;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.pass.TerminationBrake;
import io.weir.provider.CloudScope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Holds back whatever ends instances while people say so, by a flag or a ConfigMap, and what is
 * more than anybody ends in an hour. As long as it is not known what the ConfigMap says, it may be
 * that nothing is to be ended.
 */
public final class ManagerBrake implements TerminationBrake, AutoCloseable {

  /** The ConfigMap in the manager's own namespace. */
  public static final String CONFIG_MAP = "weir-brakes";

  private static final String KEY = "no-terminations";

  /** Every release brings the pools that wait a pass; this is for one that was missed. */
  private static final Duration IF_MISSED = Duration.ofMinutes(1);

  private static final Duration UNTIL_READ = Duration.ofSeconds(1);
  private static final Duration AT_LEAST = Duration.ofSeconds(1);

  private final Limits limits;
  private final ObjectKey configMap;
  private final KubeCluster home;
  private final ObjectCache configMaps;
  private final InstantSource clock;
  private final Map<CloudScope, EndedInstances> ended = new ConcurrentHashMap<>();

  /**
   * What the manager was started with.
   *
   * @param noTerminations whether nothing is to be ended, whatever the ConfigMap says
   * @param perHour how many instances may be ended in an hour in one scope; 0 for any number
   */
  public record Limits(boolean noTerminations, int perHour) {

    /** Far above what rollouts and scale-ins of a thousand pools come to. */
    public static final int USUAL_PER_HOUR = 5000;

    /** Nothing is stopped. */
    public static final Limits DEFAULT = new Limits(false, USUAL_PER_HOUR);

    public Limits {
      if (perHour < 0) {
        throw new IllegalArgumentException(
            "--terminations-per-hour is "
                + perHour
                + ": use 0 for no limit, and --no-terminations to stop them");
      }
    }
  }

  /**
   * Begins to watch the ConfigMap.
   *
   * @param namespace the manager's own
   * @param clock one that never goes back
   */
  public ManagerBrake(
      KubeCluster management, String namespace, Limits limits, InstantSource clock) {
    this.limits = limits;
    this.configMap = new ObjectKey(namespace, CONFIG_MAP);
    this.home = management.inNamespace(namespace);
    this.configMaps = home.cache(BuiltInKinds.CONFIG_MAP, ObjectSelector.byName(configMap));
    this.clock = clock;
  }

  /** Runs whenever what people say may have changed, so that those who wait can ask again. */
  public void onChange(Runnable listener) {
    configMaps.subscribe(_ -> listener.run());
  }

  @Override
  public Optional<Hold> hold(CloudScope cloudScope, int instances) {
    if (limits.noTerminations()) {
      return Optional.of(
          new Hold(
              "terminations are stopped by --no-terminations: start the manager without it to"
                  + " release them",
              IF_MISSED));
    }
    return heldByConfigMap().or(() -> heldByLimit(cloudScope, instances));
  }

  private Optional<Hold> heldByConfigMap() {
    if (!configMaps.isSynced()) {
      String trouble = home.informers().problems().getOrDefault(BuiltInKinds.CONFIG_MAP, "");
      return Optional.of(
          new Hold(
              "ConfigMap %s, which may stop terminations, %s"
                  .formatted(
                      configMap,
                      trouble.isEmpty()
                          ? "is not read yet"
                          : "cannot be read (%s): run weir install".formatted(trouble)),
              UNTIL_READ));
    }
    return configMaps
        .get(configMap)
        .map(found -> found.at("/data").path(KEY))
        .filter(ManagerBrake::isOn)
        .map(
            said ->
                new Hold(
                    "terminations are stopped by ConfigMap %s (%s: %s): set it to \"false\" or delete the ConfigMap to release them"
                        .formatted(configMap, KEY, Excerpt.of(said.toString())),
                    IF_MISSED));
  }

  /** In doubt it is: whoever writes this in haste must not be misunderstood. */
  private static boolean isOn(JsonNode said) {
    String text = said.asText("").strip();
    return !text.isEmpty() && !text.equalsIgnoreCase("false");
  }

  private Optional<Hold> heldByLimit(CloudScope cloudScope, int instances) {
    if (limits.perHour() == 0) {
      return Optional.empty();
    }
    Duration wait = of(cloudScope).waitFor(instances, clock.instant());
    return wait.isPositive()
        ? Optional.of(
            new Hold(
                "more instances would be ended within an hour in %s than --terminations-per-hour=%d allows"
                    .formatted(cloudScope, limits.perHour()),
                wait.compareTo(AT_LEAST) < 0 ? AT_LEAST : wait))
        : Optional.empty();
  }

  @Override
  public void ended(CloudScope cloudScope, int instances) {
    if (limits.perHour() > 0) {
      of(cloudScope).take(instances, clock.instant());
    }
  }

  private EndedInstances of(CloudScope cloudScope) {
    return ended.computeIfAbsent(
        cloudScope, _ -> new EndedInstances(limits.perHour(), clock.instant()));
  }

  /** Ends the watch. */
  @Override
  public void close() {
    home.close();
  }
}
