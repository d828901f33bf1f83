package io.weir.kernel.cache;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.kernel.kube.ApiVersions;
import io.weir.kernel.kube.Resource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the API server has of a kind. While it is in trouble its objects are not gone: they may be
 * out of reach, or not all of them may be seen.
 *
 * @param resource where and how it is, or was, or is going to be served
 * @param served whether requests can succeed
 * @param problem why the kind cannot be relied on; empty if it can
 */
record KindAvailability(Resource resource, boolean served, String problem) {

  /** The best of several CRDs that claim one kind comes first. */
  static final Comparator<KindAvailability> HEALTHY_FIRST =
      Comparator.comparing((KindAvailability kindAvailability) -> !kindAvailability.healthy())
          .thenComparing(kindAvailability -> !kindAvailability.served())
          .thenComparing(kindAvailability -> kindAvailability.resource().plural());

  private static final String CONTRACT_LABEL = "cluster.x-k8s.io/";

  /** A kind without trouble. */
  static KindAvailability healthy(Resource resource) {
    return new KindAvailability(resource, true, "");
  }

  /** What the CRD of the kind says. */
  static KindAvailability fromCrd(GroupKind kind, ApiObject crd) {
    Resource resource = resource(kind, crd);
    if (!established(crd)) {
      return new KindAvailability(resource, false, "its CRD " + crd.name() + " is not established");
    }
    if (resource.servedVersions().isEmpty()) {
      return new KindAvailability(resource, false, "its CRD " + crd.name() + " serves no version");
    }
    return crd.isDeleting()
        ? new KindAvailability(resource, true, "its CRD " + crd.name() + " is being deleted")
        : healthy(resource);
  }

  /** Whether there is no trouble. */
  boolean healthy() {
    return problem.isEmpty();
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
