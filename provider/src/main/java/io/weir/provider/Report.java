package io.weir.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Fields that the provider sets on its pool; whatever they do not name stays as it is.
 *
 * @param spec fields of spec that the contract makes the provider write, as providerIDList
 * @param status fields of status; an explicit null removes one
 * @param conditions conditions of the provider's own
 */
public record Report(ObjectNode spec, ObjectNode status, List<Condition> conditions) {
  public Report {
    conditions = List.copyOf(conditions);
  }

  /**
   * A condition in the style of contract v1beta1.
   *
   * @param type condition type
   * @param status {@code True}, {@code False} or {@code Unknown}
   * @param severity {@code Error}, {@code Warning}, {@code Info}; empty when True
   * @param reason CamelCase; empty when True
   * @param message for people; no clock times
   */
  public record Condition(
      String type, String status, String severity, String reason, String message) {

    public static Condition isTrue(String type) {
      return new Condition(type, "True", "", "", "");
    }
  }
}
