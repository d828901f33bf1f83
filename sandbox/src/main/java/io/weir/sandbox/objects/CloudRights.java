package io.weir.sandbox.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.provider.PoolProviderFactory;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rights on the kinds of one cloud, divided between the role of the cloud and core, and between
 * what can be held to a namespace and what belongs to none. A provider states them together. Pools,
 * which people create, are made a MachinePool's own and deleted by core; it reads the
 * infrastructure clusters, too, to tell whose Clusters are. The rest is the cloud's.
 */
final class CloudRights {

  private static final String CLUSTER_API = "cluster.x-k8s.io";
  private static final String DELETE = "delete";

  /** The plurals of kinds that lend credentials end so; core reads none. */
  private static final String IDENTITIES = "identities";

  /** What core needs of what Clusters refer to. */
  private static final Predicate<String> READS = Set.of("list", "watch")::contains;

  /** What core needs of pools. */
  private static final Predicate<String> OWNS = Set.of("list", "watch", "patch", DELETE)::contains;

  private CloudRights() {}

  /** Kinds of Kubernetes of no namespace that a provider may name. */
  private static final Set<String> CLUSTER_SCOPED =
      Set.of("customresourcedefinitions", "namespaces", "nodes");

  /** The ClusterRoles of the cloud: of what belongs to no namespace, and of the rest. */
  static List<ObjectNode> ofCloud(PoolProviderFactory factory) {
    return factory.clusterRole().stream()
        .map(role -> withoutDeletionOfPools(role.copyTree()))
        .flatMap(role -> divided(role, clusterScoped(factory)))
        .toList();
  }

  private static Stream<ObjectNode> divided(ObjectNode role, Set<String> ofCrds) {
    Predicate<String> clusterScoped =
        resource -> ofCrds.contains(resource) || CLUSTER_SCOPED.contains(resource);
    ObjectNode inNamespaces = with(role, clusterScoped.negate());
    inNamespaces
        .withObject("/metadata")
        .put("name", role.at("/metadata/name").asText() + ManagerRbac.IN_NAMESPACES);
    return Stream.of(with(role, clusterScoped), inNamespaces)
        .filter(part -> !part.path("rules").isEmpty());
  }

  /** The part of a role that is about some resources. */
  private static ObjectNode with(ObjectNode role, Predicate<String> wanted) {
    ObjectNode part = role.deepCopy();
    ArrayNode rules = part.putArray("rules");
    for (JsonNode rule : role.path("rules")) {
      List<String> resources =
          texts(rule.path("resources")).stream()
              .filter(resource -> wanted.test(resource.replaceFirst("/.*", "")))
              .toList();
      if (!resources.isEmpty()) {
        ObjectNode kept = rule.deepCopy();
        resources.forEach(kept.putArray("resources")::add);
        rules.add(kept);
      }
    }
    return part;
  }

  /** The ClusterRole of core for that cloud; empty if it has no kinds of Cluster API. */
  static Optional<ObjectNode> ofCore(PoolProviderFactory factory) {
    return factory
        .clusterRole()
        .map(
            role ->
                ofCore(
                    role,
                    "weir-core-%s%s".formatted(factory.cloud(), ManagerRbac.IN_NAMESPACES),
                    clusterScoped(factory)))
        .filter(role -> !role.path("rules").isEmpty());
  }

  private static ObjectNode withoutDeletionOfPools(ObjectNode role) {
    for (JsonNode rule : role.path("rules")) {
      List<String> verbs = texts(rule.path("verbs"));
      if (isOfClusterApi(rule) && isOfPools(rule)) {
        ArrayNode kept = ((ObjectNode) rule).putArray("verbs");
        verbs.stream().filter(verb -> !verb.equals(DELETE)).forEach(kept::add);
      }
    }
    return role;
  }

  private static ObjectNode ofCore(ApiObject role, String name, Set<String> clusterScoped) {
    ObjectNode ofCore = role.copyTree();
    ofCore.putObject("metadata").put("name", name);
    ArrayNode rules = ofCore.putArray("rules");
    for (JsonNode rule : role.at("/rules")) {
      List<String> objects =
          texts(rule.path("resources")).stream()
              .filter(resource -> !resource.contains("/") && !clusterScoped.contains(resource))
              .filter(resource -> !resource.endsWith(IDENTITIES))
              .toList();
      if (isOfClusterApi(rule) && !objects.isEmpty()) {
        ObjectNode kept = rule.deepCopy();
        objects.forEach(kept.putArray("resources")::add);
        ArrayNode verbs = kept.putArray("verbs");
        texts(rule.path("verbs")).stream()
            .filter(isOfPools(rule) ? OWNS : READS)
            .forEach(verbs::add);
        rules.add(kept);
      }
    }
    return ofCore;
  }

  /** Kinds of no namespace: no Cluster or MachinePool refers to one. */
  private static Set<String> clusterScoped(PoolProviderFactory factory) {
    return factory.crds().stream()
        .filter(crd -> crd.at("/spec/scope").asText().equals("Cluster"))
        .map(crd -> crd.at("/spec/names/plural").asText())
        .collect(Collectors.toSet());
  }

  /** Pools are made by people, and deleted by whoever owns them. */
  private static boolean isOfPools(JsonNode rule) {
    List<String> verbs = texts(rule.path("verbs"));
    return verbs.contains(DELETE) && !verbs.contains("create");
  }

  private static boolean isOfClusterApi(JsonNode rule) {
    return texts(rule.path("apiGroups")).stream().allMatch(group -> group.endsWith(CLUSTER_API));
  }

  private static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asText).toList();
  }
}
