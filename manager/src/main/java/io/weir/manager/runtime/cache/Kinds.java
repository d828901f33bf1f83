package io.weir.manager.runtime.cache;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.manager.runtime.kube.ApiVersions;
import io.weir.manager.runtime.kube.BuiltIns;
import io.weir.manager.runtime.kube.Resource;
import io.weir.manager.runtime.kube.ResourceLookup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/**
 * The kinds that the API server serves: Kubernetes' own, which are always there, and those of its
 * CRDs, which come and go.
 */
public final class Kinds implements ResourceLookup {

  /** All of a CRD that is read; the schemas are most of its size. */
  static final Pruning CRD_PRUNING =
      Pruning.of(
          "/metadata/annotations",
          "/spec/versions/schema",
          "/spec/versions/additionalPrinterColumns",
          "/spec/versions/selectableFields",
          "/spec/conversion");

  private static final String CONTRACT_LABEL = "cluster.x-k8s.io/";

  private final Map<GroupKind, Resource> custom = new ConcurrentHashMap<>();
  private final List<BiConsumer<GroupKind, Optional<Resource>>> listeners =
      new CopyOnWriteArrayList<>();
  private volatile boolean complete;

  Kinds() {}

  @Override
  public Optional<Resource> find(GroupKind kind) {
    Optional<Resource> builtIn = BuiltIns.LOOKUP.find(kind);
    return builtIn.isPresent() ? builtIn : Optional.ofNullable(custom.get(kind));
  }

  /** Whether an answer of {@link #find} that a kind is not installed can be relied on. */
  public boolean complete() {
    return complete;
  }

  /** Tells of every kind that comes, changes or goes. */
  void onChange(BiConsumer<GroupKind, Optional<Resource>> listener) {
    listeners.add(listener);
  }

  /** No CRDs will be looked at: only Kubernetes' own kinds are known. */
  void completed() {
    complete = true;
  }

  /** A change among the CRDs. */
  void take(Change change) {
    switch (change) {
      case Change.Added(var crd) -> read(crd);
      case Change.Updated(var old, var crd) -> {
        if (!kindOf(old).equals(kindOf(crd))) {
          remove(kindOf(old));
        }
        read(crd);
      }
      case Change.Deleted(var crd) -> remove(kindOf(crd));
    }
  }

  private void read(ApiObject crd) {
    GroupKind kind = kindOf(crd);
    if (!established(crd) || crd.deleting()) {
      remove(kind);
      return;
    }
    Resource now = resource(kind, crd);
    if (!now.equals(custom.put(kind, now))) {
      listeners.forEach(listener -> listener.accept(kind, Optional.of(now)));
    }
  }

  private void remove(GroupKind kind) {
    if (custom.remove(kind) != null) {
      listeners.forEach(listener -> listener.accept(kind, Optional.empty()));
    }
  }

  private static GroupKind kindOf(ApiObject crd) {
    return new GroupKind(crd.at("/spec/group").asText(), crd.at("/spec/names/kind").asText());
  }

  private static boolean established(ApiObject crd) {
    for (JsonNode condition : crd.at("/status/conditions")) {
      if (condition.path("type").asText().equals("Established")) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }

  private static Resource resource(GroupKind kind, ApiObject crd) {
    String storage = "";
    var served = new ArrayList<String>();
    for (JsonNode version : crd.at("/spec/versions")) {
      if (version.path("served").asBoolean()) {
        served.add(version.path("name").asText());
      }
      if (version.path("storage").asBoolean()) {
        storage = version.path("name").asText();
      }
    }
    return new Resource(
        kind,
        crd.at("/spec/names/plural").asText(),
        version(storage, served),
        served,
        crd.at("/spec/scope").asText().equals("Namespaced"),
        contracts(crd));
  }

  /** The stored version spares a conversion, but a version may be stored and not served. */
  private static String version(String storage, List<String> served) {
    return served.contains(storage)
        ? storage
        : served.stream().max(ApiVersions.BY_AGE).orElse(storage);
  }

  private static Map<String, List<String>> contracts(ApiObject crd) {
    var contracts = new HashMap<String, List<String>>();
    crd.labels()
        .forEach(
            (label, versions) -> {
              if (label.startsWith(CONTRACT_LABEL + "v")) {
                contracts.put(
                    label.substring(CONTRACT_LABEL.length()), Arrays.asList(versions.split("_")));
              }
            });
    return contracts;
  }
}
