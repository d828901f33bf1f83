package io.weir.clouds.gcp.container;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A change of settings that Kubernetes Engine brings to Nodes as they are.
 *
 * @param nodes their names
 * @param before the configuration of the nodes, as the API has it
 * @param after the same from now on
 */
public record NodeUpdate(List<String> nodes, JsonNode before, JsonNode after) {
  public NodeUpdate {
    nodes = List.copyOf(nodes);
  }
}
