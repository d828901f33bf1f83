package io.weir.sandbox.cloud;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ObjectKey;
import java.util.List;

/** Lets a world grow by what the clusters of some manifests take for granted. */
public interface WorldFitter {
  /**
   * What a cluster lacked among the manifests.
   *
   * @param objects to be applied before the others
   * @param notes a sentence each, for the person whose manifests they are
   */
  record Supplement(List<ObjectNode> objects, List<String> notes) {
    /** Nothing. */
    public static final Supplement NONE = new Supplement(List.of(), List.of());

    public Supplement {
      objects = List.copyOf(objects);
      notes = List.copyOf(notes);
    }
  }

  /**
   * The world with all that was asked for.
   *
   * @param notes a sentence each on what was added to the cloud
   */
  record FittedWorld(CloudWorld world, List<String> notes) {
    public FittedWorld {
      notes = List.copyOf(notes);
    }
  }

  /** Whether pools of the cluster are of this cloud. */
  boolean hasPoolsOf(ObjectKey cluster);

  /** Adds what the cluster and its pools name in this cloud. */
  Supplement add(ObjectKey cluster);

  /** The end of it. */
  FittedWorld fitted();
}
