package io.weir.api.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * How an older version of a kind differs from the stored one. Both ways change a tree in place,
 * leave alone what they do not know, and expect any part to be absent. Versions in {@code
 * apiVersion} and what the annotation remembers are {@link HubSpokeConversion}'s.
 */
public interface Spoke {

  /** Turns an object of the older version into one of the stored version. */
  void toHub(ObjectNode object);

  /** Turns an object of the stored version into one of the older version. */
  void fromHub(ObjectNode object, ContractVersions contracts);
}
