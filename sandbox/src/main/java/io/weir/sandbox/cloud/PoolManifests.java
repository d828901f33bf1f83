package io.weir.sandbox.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.sandbox.objects.Manifests;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds in manifests what belongs to a cluster.
 *
 * @param manifests the manifests
 */
public record PoolManifests(Manifests manifests) {

  /** The MachinePools of a cluster. */
  public Stream<ApiObject> machinePools(ObjectKey cluster) {
    return manifests.of(GroupKind.MACHINE_POOL).stream()
        .filter(pool -> clusterOf(pool).equals(cluster));
  }

  /** The spec of a MachinePool's infrastructure pool, if it is of this kind and among them. */
  public Optional<JsonNode> infrastructure(ApiObject machinePool, GroupKind kind) {
    return Optional.of(machinePool.at("/spec/template/spec/infrastructureRef"))
        .filter(reference -> reference.path("kind").asText().equals(kind.kind()))
        .flatMap(reference -> find(kind, named(Manifests.keyOf(machinePool), reference)))
        .map(ApiObject::spec);
  }

  /** The object of a kind and key. */
  public Optional<ApiObject> find(GroupKind kind, ObjectKey key) {
    return manifests.of(kind).stream()
        .filter(object -> Manifests.keyOf(object).equals(key))
        .findFirst();
  }

  /** The key that a reference in the namespace of another object means. */
  public static ObjectKey named(ObjectKey sibling, JsonNode reference) {
    return new ObjectKey(sibling.namespace(), reference.path("name").asText(""));
  }

  /** The cluster of a MachinePool. */
  public static ObjectKey clusterOf(ApiObject machinePool) {
    return new ObjectKey(
        Manifests.keyOf(machinePool).namespace(), machinePool.at("/spec/clusterName").asText(""));
  }

  /** A text that is there and not empty. */
  public static Optional<String> text(JsonNode node) {
    return Optional.of(node.asText("")).filter(text -> !text.isEmpty());
  }
}
