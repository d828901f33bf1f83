package io.weir.api.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import java.util.Optional;

/**
 * A write that the API server asks about.
 *
 * @param object as it would be stored; not changed
 * @param oldObject as it is stored; absent when it is created
 * @param dryRun whether nothing will be stored, whatever the answer
 */
public record AdmissionRequest(ObjectNode object, Optional<ObjectNode> oldObject, boolean dryRun) {

  /** A write that is meant. */
  public AdmissionRequest(ObjectNode object, Optional<ObjectNode> old) {
    this(object, old, false);
  }

  /** What is written may be secret. */
  @Override
  public String toString() {
    return "AdmissionRequest[%s]".formatted(new ApiObject(object));
  }
}
