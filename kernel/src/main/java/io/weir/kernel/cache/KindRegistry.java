package io.weir.kernel.cache;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.Resource;
import io.weir.kernel.kube.ResourceLookup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The kinds that the API server serves: Kubernetes' own, which are always there, and those of its
 * CRDs, which come and go.
 */
public final class KindRegistry implements ResourceLookup {

  /** All of a CRD that is read; the schemas are most of its size. */
  static final FieldPruning CRD_PRUNING =
      FieldPruning.of(
          "/metadata/annotations",
          "/spec/versions/schema",
          "/spec/versions/additionalPrinterColumns",
          "/spec/versions/selectableFields");

  private final Map<GroupKind, KindAvailability> custom = new ConcurrentHashMap<>();

  /**
   * The CRDs by kind and name: of two that claim one kind the server establishes one. Touched only
   * by {@link #onCrdChange}, whose calls come one at a time.
   */
  private final Map<GroupKind, Map<String, ApiObject>> crds = new HashMap<>();

  private final List<BiConsumer<GroupKind, Optional<KindAvailability>>> listeners =
      new CopyOnWriteArrayList<>();
  private volatile boolean complete;

  KindRegistry() {}

  /** How the kind is served; empty for one that is not served now, for whatever reason. */
  @Override
  public Optional<Resource> find(GroupKind kind) {
    return availability(kind).filter(KindAvailability::served).map(KindAvailability::resource);
  }

  /** Where and how a CRD says that its kind is served. */
  public static Resource resourceOf(ApiObject crd) {
    return KindAvailability.fromCrd(kindOf(crd), crd).resource();
  }

  /**
   * What there is of the kind, be it in trouble; empty if it is not installed, which can be relied
   * on only if {@link #isComplete} said so before.
   */
  Optional<KindAvailability> availability(GroupKind kind) {
    Optional<KindAvailability> builtIn =
        BuiltInKinds.LOOKUP.find(kind).map(KindAvailability::healthy);
    return builtIn.isPresent() ? builtIn : Optional.ofNullable(custom.get(kind));
  }

  /** Whether all CRDs are known, so that a kind that is not found is not served. */
  public boolean isComplete() {
    return complete;
  }

  /** Tells of every kind that comes, changes or goes. */
  void subscribe(BiConsumer<GroupKind, Optional<KindAvailability>> listener) {
    listeners.add(listener);
  }

  /** Tells which kind has come, changed or gone. */
  public void onChange(Consumer<GroupKind> listener) {
    subscribe((kind, _) -> listener.accept(kind));
  }

  /** No CRDs will be looked at: only Kubernetes' own kinds are known. */
  void markComplete() {
    complete = true;
  }

  /** A change among the CRDs. */
  void onCrdChange(Change change) {
    switch (change) {
      case Change.Added(var crd) -> put(crd);
      case Change.Updated(var old, var crd) -> {
        if (!kindOf(old).equals(kindOf(crd))) {
          drop(old);
        }
        put(crd);
      }
      case Change.Deleted(var crd) -> drop(crd);
    }
  }

  private void drop(ApiObject crd) {
    GroupKind kind = kindOf(crd);
    Map<String, ApiObject> others = crds.getOrDefault(kind, new HashMap<>());
    others.remove(crd.name());
    if (others.isEmpty()) {
      crds.remove(kind);
    }
    settle(kind);
  }

  private void put(ApiObject crd) {
    GroupKind kind = kindOf(crd);
    crds.computeIfAbsent(kind, any -> new HashMap<>()).put(crd.name(), crd);
    settle(kind);
  }

  private void settle(GroupKind kind) {
    Optional<KindAvailability> now =
        crds.getOrDefault(kind, Map.of()).values().stream()
            .map(crd -> KindAvailability.fromCrd(kind, crd))
            .min(KindAvailability.HEALTHY_FIRST);
    Optional<KindAvailability> before =
        Optional.ofNullable(now.isPresent() ? custom.put(kind, now.get()) : custom.remove(kind));
    if (!now.equals(before)) {
      listeners.forEach(listener -> listener.accept(kind, now));
    }
  }

  private static GroupKind kindOf(ApiObject crd) {
    return new GroupKind(crd.at("/spec/group").asText(), crd.at("/spec/names/kind").asText());
  }
}
