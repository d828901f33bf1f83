package org.example.shelf;

import io.weir.api.ApiObject;
import io.weir.provider.Instance;
import io.weir.provider.ObjectMarks;
import io.weir.provider.ObservedState;
import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.ProviderAnnotations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The ConfigMap of a shelf, in which its keeper says what became of it. */
record ShelfObservedState(ApiObject configMap) implements ObservedState {

  @Override
  public List<Ownership> ownerships(PoolIdentity pool, ProviderAnnotations annotations) {
    return List.of(ObjectMarks.ownership(configMap, pool));
  }

  /** Machines are known as Nodes only. */
  @Override
  public List<Instance> instances() {
    return List.of();
  }

  @Override
  public boolean isChanging() {
    return kept().isEmpty();
  }

  @Override
  public Optional<String> problem() {
    return text("problem");
  }

  /** How many machines the keeper holds on the shelf; absent until it says so. */
  OptionalInt kept() {
    return text("kept").map(Integer::parseInt).map(OptionalInt::of).orElse(OptionalInt.empty());
  }

  /** The size that was asked for last. */
  OptionalInt size() {
    return text("size").map(Integer::parseInt).map(OptionalInt::of).orElse(OptionalInt.empty());
  }

  /** By what the Nodes of the shelf are known; absent until the keeper says so. */
  Optional<Map<String, String>> nodeLabels() {
    return text("shelf").map(shelf -> Map.of("example.org/shelf", shelf));
  }

  private Optional<String> text(String key) {
    return Optional.of(configMap.at("/data/" + key).asText("")).filter(text -> !text.isEmpty());
  }
}
