package io.weir.provider.azure.machinepool.calls;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservationSink;
import io.weir.provider.ProviderException;
import io.weir.provider.ScopeReads;
import io.weir.provider.azure.account.calls.ArmClient;
import io.weir.provider.azure.scaleset.ObservedScaleSet;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Observes the scale sets of one scope. One list shows all of the resource group; the instances of
 * each take a call of their own, which is spared for a while where nothing happens.
 */
public final class AzureObserver {

  /** So many sets are read one by one; a list of all costs as much as a few. */
  private static final int FEW = 5;

  private record ScaleSets() implements ScopeReads.Key<List<JsonNode>> {}

  private final InstanceCache cache;
  private final Clock clock;

  public AzureObserver(Clock clock) {
    this.clock = clock;
    this.cache = new InstanceCache(clock);
  }

  /** After a write, or an attempt at one: what was read of the set is not believed any more. */
  public void invalidate(String name) {
    cache.invalidate(name);
  }

  /**
   * Observes, and hands over each scale set that is there, whosever it is.
   *
   * @throws ProviderException if Azure could not be asked to the end; what was handed over holds
   */
  public void observe(
      ArmClient arm,
      ScopeReads reads,
      ObservationRequest observationRequest,
      ObservationSink<ObservedScaleSet> out)
      throws ProviderException {
    var calls = new ScaleSetCalls(arm);
    switch (observationRequest) {
      case ObservationRequest.All _ -> all(calls, reads, out);
      case ObservationRequest.Only(Set<String> names) -> only(calls, names, out);
    }
  }

  /** Those that take no call first: they need not wait until Azure bears more. */
  private void all(ScaleSetCalls calls, ScopeReads reads, ObservationSink<ObservedScaleSet> out)
      throws ProviderException {
    List<JsonNode> sets = reads.get(new ScaleSets(), calls::listSets);
    cache.retain(sets.stream().map(set -> set.path("name").asText()).collect(Collectors.toSet()));
    var due = new ArrayList<JsonNode>();
    for (JsonNode set : sets) {
      cache.find(set).ifPresentOrElse(seen -> out.accept(seen.name(), seen), () -> due.add(set));
    }
    for (JsonNode set : due) {
      read(calls, set, clock.instant(), out);
    }
  }

  private void only(ScaleSetCalls calls, Set<String> names, ObservationSink<ObservedScaleSet> out)
      throws ProviderException {
    Instant began = clock.instant();
    for (var found : find(calls, names).entrySet()) {
      if (found.getValue().isPresent()) {
        read(calls, found.getKey(), found.getValue().get(), began, out);
      }
    }
  }

  private static Map<String, Optional<JsonNode>> find(ScaleSetCalls calls, Set<String> names)
      throws ProviderException {
    var found = new TreeMap<String, Optional<JsonNode>>();
    if (names.size() > FEW) {
      List<JsonNode> all = calls.listSets();
      names.forEach(name -> found.put(name, all.stream().filter(isCalled(name)).findFirst()));
    } else {
      for (String name : names) {
        found.put(name, calls.findSet(name));
      }
    }
    return found;
  }

  private static Predicate<JsonNode> isCalled(String name) {
    return set -> set.path("name").asText().equalsIgnoreCase(name);
  }

  private boolean read(
      ScaleSetCalls calls, JsonNode set, Instant began, ObservationSink<ObservedScaleSet> out)
      throws ProviderException {
    return read(calls, set.path("name").asText(), set, began, out);
  }

  /** Whether it is there still: one may go between two calls. */
  private boolean read(
      ScaleSetCalls calls,
      String name,
      JsonNode set,
      Instant began,
      ObservationSink<ObservedScaleSet> out)
      throws ProviderException {
    Optional<ObservedScaleSet> seen =
        ProviderException.NotFound.asEmpty(() -> calls.listInstances(set))
            .map(instances -> ObservedScaleSet.read(set, instances).asSeenAt(began));
    seen.ifPresent(
        there -> {
          cache.put(there, began);
          out.accept(name, there);
        });
    return seen.isPresent();
  }

  /**
   * Looks for what is left of pools that are about to be released, each by its name, and hands over
   * each of which something is there: a scale set, or virtual machines that outlive it.
   *
   * @throws ProviderException if Azure could not be asked to the end
   */
  public void observeRemains(
      ArmClient arm, Set<String> names, ObservationSink<ObservedScaleSet> out)
      throws ProviderException {
    var calls = new ScaleSetCalls(arm);
    var gone = new ArrayList<String>();
    for (String name : names) {
      Instant began = clock.instant();
      Optional<JsonNode> set = calls.findSet(name);
      if (set.isEmpty() || !read(calls, name, set.get(), began, out)) {
        gone.add(name);
      }
    }
    if (gone.isEmpty()) {
      return;
    }
    Map<String, List<JsonNode>> machines = calls.listMachinesBySet();
    for (String name : gone) {
      List<JsonNode> left = machines.getOrDefault(name, List.of());
      if (!left.isEmpty()) {
        out.accept(name, outlived(name, left));
      }
    }
  }

  /**
   * A scale set that is gone before its virtual machines are: as if it were still being deleted.
   * Whose it was, they tell as well, for they carry its tags.
   */
  private static ObservedScaleSet outlived(String name, List<JsonNode> machines) {
    ObjectNode set = Json.MAPPER.createObjectNode().put("name", name);
    JsonNode first = machines.getFirst();
    set.set("id", first.path("properties").path("virtualMachineScaleSet").path("id"));
    set.set("tags", first.path("tags"));
    set.putObject("properties")
        .put("orchestrationMode", "Flexible")
        .put("provisioningState", "Deleting");
    return ObservedScaleSet.read(set, machines);
  }
}
