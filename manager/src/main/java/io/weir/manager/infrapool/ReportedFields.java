package io.weir.manager.infrapool;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Fields that a provider reports. */
final class ReportedFields {

  private ReportedFields() {}

  /** Puts fields, or removes those that are an explicit null. */
  static void put(ObjectNode target, ObjectNode fields) {
    fields
        .properties()
        .forEach(
            field -> {
              if (field.getValue().isNull()) {
                target.remove(field.getKey());
              } else {
                target.set(field.getKey(), field.getValue());
              }
            });
  }
}
