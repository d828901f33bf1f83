package io.weir.sandbox.objects;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The kinds of a new sandbox, so that what it cannot have is told before it boots: those that Weir
 * ships, and those whose definitions are applied with the rest. Kubernetes' own are not observed.
 */
public final class ServedKinds {
  private static final String CLUSTER_API = "cluster.x-k8s.io";

  private static final Set<String> OF_OTHERS =
      Set.of(
          "ClusterClass",
          "ClusterResourceSet",
          "HelmChartProxy",
          "KubeadmControlPlane",
          "MachineDeployment",
          "MachineHealthCheck");

  /** Of every infrastructure provider. */
  private static final List<String> TEMPLATES_OF_OTHERS =
      List.of("MachineTemplate", "ClusterTemplate", "ControlPlaneTemplate");

  private final Map<GroupKind, Set<String>> versions = new HashMap<>();

  private ServedKinds(Stream<ApiObject> definitions) {
    definitions.forEach(this::add);
  }

  /** Those of a sandbox to which these are applied. */
  public static ServedKinds with(List<Manifests> all) {
    return new ServedKinds(
        Stream.concat(
            CustomResourceDefinitions.all().stream(),
            all.stream().flatMap(each -> each.of(GroupKind.CUSTOM_RESOURCE_DEFINITION).stream())));
  }

  private void add(ApiObject definition) {
    var kind =
        new GroupKind(
            definition.at("/spec/group").asText(), definition.at("/spec/names/kind").asText());
    Set<String> served = versions.computeIfAbsent(kind, _ -> new TreeSet<>());
    for (JsonNode version : definition.at("/spec/versions")) {
      if (version.path("served").asBoolean()) {
        served.add(version.path("name").asText());
      }
    }
  }

  /**
   * Looks at all objects.
   *
   * @throws IllegalArgumentException naming the first that has no place, and what to do
   */
  void check(Manifests manifests) {
    for (ApiObject object : manifests.objects()) {
      GroupKind kind = object.groupKind();
      if (!ofKubernetes(kind.group()) && !isLeftToOthers(object)) {
        check(manifests.name(), object, versions.getOrDefault(kind, Set.of()));
      }
    }
  }

  /**
   * Whether it is one of what templates of whole clusters have beside pools, and nothing in a
   * sandbox acts on: control planes, machines that are no pool's, and what is installed in a
   * cluster.
   */
  public boolean isLeftToOthers(ApiObject object) {
    GroupKind kind = object.groupKind();
    return !versions.containsKey(kind)
        && (kind.group().equals(CLUSTER_API) || kind.group().endsWith("." + CLUSTER_API))
        && (OF_OTHERS.contains(kind.kind())
            || TEMPLATES_OF_OTHERS.stream().anyMatch(kind.kind()::endsWith));
  }

  private static void check(String name, ApiObject object, Set<String> served) {
    String apiVersion = object.at("/apiVersion").asText();
    String version = apiVersion.substring(apiVersion.indexOf('/') + 1);
    String what =
        "%s: %s %s is of %s, which the sandbox does not serve"
            .formatted(name, object.groupKind().kind(), object.name(), apiVersion);
    if (served.isEmpty()) {
      throw new IllegalArgumentException(
          what + "; remove it, or add the CustomResourceDefinition of its kind");
    }
    if (!served.contains(version)) {
      throw new IllegalArgumentException(
          "%s; write it in %s".formatted(what, String.join(" or ", served)));
    }
  }

  private static boolean ofKubernetes(String group) {
    return !group.contains(".") || (group.endsWith(".k8s.io") && !group.endsWith(".x-k8s.io"));
  }
}
