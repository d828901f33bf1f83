package io.weir.provider.gcp.nodepool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.PlanStep;
import java.util.List;

/**
 * One write to GKE. A node pool takes one at a time, so that the pass ends with the first that is
 * accepted; one that is refused holds up none of the others.
 */
public sealed interface NodePoolStep extends PlanStep {

  /** The node pool. */
  String name();

  @Override
  default boolean canBeSkipped() {
    return true;
  }

  @Override
  default boolean endsPass() {
    return true;
  }

  /** Creates a node pool. */
  record CreateNodePool(String name, ObjectNode nodePool) implements NodePoolStep {
    /** The body of the write. */
    public ObjectNode body() {
      return Json.MAPPER.createObjectNode().set("nodePool", nodePool);
    }

    @Override
    public String description() {
      return "create node pool " + name;
    }

    @Override
    public String reason() {
      return "it does not exist, %d nodes wanted in each zone"
          .formatted(nodePool.path("initialNodeCount").asInt());
    }
  }

  /**
   * Marks a node pool as that of this object.
   *
   * @param labels all labels of its Nodes from then on
   */
  record MarkNodePool(String name, String etag, JsonNode labels, String eventReason, String reason)
      implements NodePoolStep {
    @Override
    public String description() {
      return "mark node pool " + name;
    }

    /** The body of the write. */
    public ObjectNode body() {
      ObjectNode body = Json.MAPPER.createObjectNode();
      body.putObject("labels").set("labels", labels);
      return body;
    }

    @Override
    public boolean canBeSkipped() {
      return false;
    }

    @Override
    public Object goalKey() {
      return List.of("mark", name, labels);
    }
  }

  /**
   * Sets one field.
   *
   * @param fields the field, as an update has it
   * @param endsInstances how many nodes GKE may replace or end for it
   */
  record UpdateNodePool(
      String name, String etag, ObjectNode fields, int endsInstances, String reason)
      implements NodePoolStep {
    @Override
    public String description() {
      return "update node pool " + name;
    }

    @Override
    public Object goalKey() {
      return List.of("update", name, fields);
    }
  }

  /** Has GKE's autoscaler size the node pool, or not. */
  record SetAutoscaling(String name, ObjectNode autoscaling, String reason)
      implements NodePoolStep {
    /** The body of the write. */
    public ObjectNode body() {
      return Json.MAPPER.createObjectNode().set("autoscaling", autoscaling);
    }

    @Override
    public String description() {
      return "set autoscaling of node pool " + name;
    }
  }

  /** Says what GKE does with nodes by itself. */
  record SetManagement(String name, ObjectNode management, String reason) implements NodePoolStep {
    /** The body of the write. */
    public ObjectNode body() {
      return Json.MAPPER.createObjectNode().set("management", management);
    }

    @Override
    public String description() {
      return "set management of node pool " + name;
    }
  }

  /**
   * Sizes a node pool.
   *
   * @param count how many nodes there are to be in each zone
   * @param endsInstances how many nodes GKE ends since fewer are wanted
   */
  record ResizeNodePool(String name, int count, int endsInstances, String reason)
      implements NodePoolStep {
    /** The body of the write. */
    public ObjectNode body() {
      return Json.MAPPER.createObjectNode().put("nodeCount", count);
    }

    @Override
    public String description() {
      return "resize node pool " + name;
    }

    @Override
    public Object goalKey() {
      return List.of("size", name, count);
    }
  }

  /**
   * Removes a node pool with its nodes.
   *
   * @param endsInstances how many it has
   */
  record DeleteNodePool(String name, int endsInstances) implements NodePoolStep {
    @Override
    public String description() {
      return "delete node pool " + name;
    }

    @Override
    public String reason() {
      return "its object is being deleted";
    }

    @Override
    public Object goalKey() {
      return "deletion of " + name;
    }

    @Override
    public boolean deletes() {
      return true;
    }
  }
}
