package io.weir.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The members of a pool in the form of the Cluster API contract. Idle instances and those without a
 * provider ID are left out. Terminating instances are listed, since their Nodes still exist, but
 * not counted; an annotation names them.
 */
public record PoolMembers(List<Instance> instances) {
  public PoolMembers {
    instances = instances.stream().filter(PoolMembers::isMember).toList();
  }

  /** The members among these instances. */
  public static PoolMembers of(Stream<Instance> instances) {
    return new PoolMembers(instances.toList());
  }

  /**
   * Nodes as members, where no cloud tells of instances; those without a provider ID are left out.
   */
  public static PoolMembers ofNodes(List<PoolNode> nodes) {
    return of(
        nodes.stream()
            .map(
                node ->
                    new Instance(node.name(), node.providerId(), "", Instance.State.RUNNING, "")));
  }

  /** The provider IDs that a pool lists, which whoever edits it can change. */
  public static Set<String> listedIn(ApiObject pool) {
    return pool.at("/spec/providerIDList")
        .valueStream()
        .map(JsonNode::asText)
        .collect(Collectors.toSet());
  }

  /** For {@code spec.providerIDList}, sorted. */
  public ArrayNode providerIds() {
    ArrayNode list = Json.MAPPER.createArrayNode();
    instances.stream().map(Instance::providerId).sorted().forEach(list::add);
    return list;
  }

  /** Their provider IDs. */
  public Set<String> ids() {
    return instances.stream().map(Instance::providerId).collect(Collectors.toSet());
  }

  /** For {@code status.replicas}. */
  public int replicas() {
    return (int) instances.stream().filter(each -> !leaving(each)).count();
  }

  /**
   * {@link MetadataKeys#LEAVING}, to be written together with {@link #providerIds}: the list and
   * the annotation must show the same moment. Removed if no instance is terminating.
   */
  public Map<String, Optional<String>> annotations() {
    String leaving =
        instances.stream()
            .filter(PoolMembers::leaving)
            .map(Instance::providerId)
            .sorted()
            .collect(Collectors.joining(","));
    return Map.of(MetadataKeys.LEAVING, Optional.of(leaving).filter(ids -> !ids.isEmpty()));
  }

  /** Also one that has failed: its Node is there until it goes. */
  private static boolean isMember(Instance instance) {
    return !instance.providerId().isEmpty() && instance.state() != Instance.State.IDLE;
  }

  private static boolean leaving(Instance instance) {
    return instance.isEnding();
  }
}
