package io.weir.api.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * A write that the API server asks about.
 *
 * @param object as it would be stored; not changed
 * @param old as it is stored; absent when it is created
 */
public record Request(ObjectNode object, Optional<ObjectNode> old) {}
