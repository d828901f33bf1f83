package io.weir.sandbox.watchman;

import io.weir.clouds.Journal;
import io.weir.clouds.SimulatedCloud;
import io.weir.sandbox.watchman.HistoryEvent.CloudCall;
import io.weir.sandbox.watchman.HistoryEvent.InstanceStep;
import io.weir.sandbox.watchman.HistoryEvent.LaunchToken;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What a simulated cloud was asked and did. */
final class CloudSource {

  private final String name;
  private final SimulatedCloud cloud;
  private long lastCall;
  private long lastStep;
  private final Map<String, String> tokens = new TreeMap<>();
  private Map<String, byte[]> lastData = Map.of();

  /**
   * @param name by which events name the cloud
   */
  CloudSource(String name, SimulatedCloud cloud) {
    this.name = name;
    this.cloud = cloud;
  }

  String name() {
    return name;
  }

  private static String instance(Journal.InstanceStep step) {
    boolean alone = step.id().startsWith("/") || step.id().startsWith(ProviderIds.OCID);
    return alone ? step.id() : step.zone() + "/" + step.id();
  }

  /** Hands over what is new. */
  synchronized void read(Consumer<HistoryEvent> events) {
    for (Journal.InstanceStep step : cloud.journal().stepsAfter(lastStep)) {
      lastStep = step.number();
      events.accept(
          new InstanceStep(
              step.at(), name, instance(step), step.group(), step.phase(), step.runs()));
    }
    readTokens(events);
    for (Journal.Call call : cloud.journal().callsAfter(lastCall)) {
      lastCall = call.number();
      events.accept(
          new CloudCall(
              call.at(),
              name,
              call.service(),
              call.action(),
              call.resource(),
              call.parameters(),
              call.outcome(),
              call.wrote()));
    }
  }

  private void readTokens(Consumer<HistoryEvent> events) {
    Map<String, byte[]> data = cloud.launchData();
    Map<String, String> now = new TreeMap<>();
    tokens.keySet().forEach(group -> now.put(group, ""));
    data.forEach(
        (group, bytes) ->
            now.put(
                group,
                Arrays.equals(bytes, lastData.get(group))
                    ? tokens.get(group)
                    : JoinTokens.idIn(bytes)));
    lastData = data;
    now.forEach(
        (group, token) -> {
          String before = tokens.put(group, token);
          if (!token.equals(before)) {
            events.accept(new LaunchToken(Instant.now(), name, group, token));
          }
        });
  }

  /** What it has now of a pool's name: resources, and instances that nobody has ended. */
  List<String> remains(String pool) {
    List<String> left = new ArrayList<>();
    if (cloud.comparableState().contains("\"" + pool + "\"")) {
      left.add("a resource of the name " + pool);
    }
    cloud.instances().stream()
        .filter(instance -> instance.group().equals(pool))
        .filter(
            instance ->
                switch (instance.phase()) {
                  case PENDING, RUNNING -> true;
                  case TERMINATING, FAILED, TERMINATED -> false;
                })
        .forEach(
            instance -> left.add("instance %s, %s".formatted(instance.id(), instance.state())));
    return left;
  }
}
