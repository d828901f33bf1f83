package io.weir.provider;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.weir.api.Json;
import java.util.List;
import java.util.stream.Stream;

/**
 * The members of a pool in the form of the Cluster API contract. Those that have no identity yet
 * are none; those on their way out are listed, for their Nodes are still there, but not counted.
 */
public record Members(List<Instance> instances) {
  public Members {
    instances = instances.stream().filter(each -> !each.providerId().isEmpty()).toList();
  }

  /** Those of these instances that are members. */
  public static Members of(Stream<Instance> instances) {
    return new Members(instances.toList());
  }

  /** For {@code spec.providerIDList}, sorted. */
  public ArrayNode providerIds() {
    ArrayNode list = Json.MAPPER.createArrayNode();
    instances.stream().map(Instance::providerId).sorted().forEach(list::add);
    return list;
  }

  /** For {@code status.replicas}. */
  public int replicas() {
    return (int) instances.stream().filter(each -> each.state() != Instance.State.LEAVING).count();
  }
}
