package io.weir.clouds.node.cloudcontroller;

import java.util.Optional;

/** What the cloud answers about instances. Called from many threads; may throw when it fails. */
public interface CloudInventory {

  /** The instance behind a Node of this name; empty if the cloud knows none (yet). */
  Optional<CloudInstance> byNodeName(String nodeName);

  /** Whether the instance exists; a stopped one does, a terminated one does not. */
  boolean exists(String providerId);
}
