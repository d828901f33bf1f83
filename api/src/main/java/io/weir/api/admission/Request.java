package io.weir.api.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * A write that the API server asks about.
 *
 * @param object as it would be stored; not changed
 * @param old as it is stored; absent when it is created
 * @param dryRun whether nothing will be stored, whatever the answer
 */
public record Request(ObjectNode object, Optional<ObjectNode> old, boolean dryRun) {

  /** A write that is meant. */
  public Request(ObjectNode object, Optional<ObjectNode> old) {
    this(object, old, false);
  }
}
