package io.weir.sandbox.fault;

import io.weir.api.ObjectKey;
import io.weir.clouds.InstanceState;
import io.weir.clouds.InstanceState.Phase;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.sandbox.Sandbox;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Finds the instance that a person means, and ends it. */
final class InstanceKiller {
  private final Sandbox sandbox;

  InstanceKiller(Sandbox sandbox) {
    this.sandbox = sandbox;
  }

  /**
   * Ends one without warning.
   *
   * @param target its id or how that begins, or the name of its Node; empty for any that runs
   * @return what was done
   * @throws IllegalArgumentException when there is none, or it does not run
   */
  String kill(String target) {
    InstanceState victim = target.isEmpty() ? any() : meant(target);
    boolean killed =
        sandbox.clouds().stream()
            .map(cloud -> cloud.killInstance(victim.id()))
            .anyMatch(done -> done);
    if (!killed) {
      throw new IllegalArgumentException(
          "instance %s is %s and cannot be killed; %s"
              .formatted(victim.label(), victim.state(), those()));
    }
    return "killed instance %s of %s in %s"
        .formatted(victim.label(), victim.group(), victim.zone());
  }

  private InstanceState any() {
    List<InstanceState> running = running();
    if (running.isEmpty()) {
      throw new IllegalArgumentException("no instance is running");
    }
    return running.get(RandomGenerator.getDefault().nextInt(running.size()));
  }

  private InstanceState meant(String target) {
    Optional<String> node =
        sandbox
            .kube()
            .cache(BuiltInKinds.NODE)
            .get(new ObjectKey("", target))
            .map(named -> named.at("/spec/providerID").asText(""));
    List<InstanceState> found =
        there().stream()
            .filter(
                one ->
                    node.map(providerId -> providerId.endsWith("/" + one.id()))
                        .orElse(one.id().startsWith(target) || one.label().startsWith(target)))
            .toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "no instance and no Node %s; %s".formatted(target, those()));
    }
    return found.stream()
        .filter(one -> found.size() == 1 || one.id().equals(target) || one.label().equals(target))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "several instances start with %s: %s".formatted(target, labels(found))));
  }

  private List<InstanceState> there() {
    return sandbox.clouds().stream()
        .flatMap(cloud -> cloud.instances().stream())
        .filter(one -> one.phase() != Phase.TERMINATED)
        .toList();
  }

  private List<InstanceState> running() {
    return there().stream().filter(one -> one.phase() == Phase.RUNNING).toList();
  }

  private String those() {
    List<InstanceState> running = running();
    return "running: " + (running.isEmpty() ? "none" : labels(running));
  }

  private static String labels(List<InstanceState> instances) {
    return instances.stream().map(InstanceState::label).collect(Collectors.joining(", "));
  }
}
