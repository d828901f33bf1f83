package io.weir.provider.oci.nodepool;

import io.weir.provider.CreationStep;
import io.weir.provider.Receipt;
import io.weir.provider.oci.nodepool.NodeImages.Architecture;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What is remembered on an OCIManagedMachinePool. */
public final class NodePoolNotes {

  /** OCID of the node pool: tells which of several of its name is used. */
  static final String ID = "weir.io/oci-node-pool-id";

  /** By which OKE knows a repeated creation; kept until the node pool is seen. */
  static final String CREATION = "weir.io/oci-creation";

  /** The image that was chosen, and for which version and architecture. */
  static final String IMAGE = "weir.io/oci-image";

  private NodePoolNotes() {}

  /** All of them. */
  public static Set<String> keys() {
    return Set.of(CreationStep.CREATING_SINCE, ID, CREATION, IMAGE);
  }

  /** A receipt that notes which node pool was made. */
  public static Receipt<ObservedNodePools> noting(
      Receipt<ObservedNodePools> receipt, String nodePool) {
    return receipt.noting(ID, nodePool);
  }

  /** A note of an image. */
  static String image(String version, Architecture architecture, String id) {
    return "%s %s %s".formatted(version, architecture.name().toLowerCase(Locale.ROOT), id);
  }

  /** OCID of the image, if the note is for this version and architecture. */
  static Optional<String> image(Optional<String> note, String version, Architecture architecture) {
    String start = image(version, architecture, "");
    return note.filter(text -> text.startsWith(start) && text.length() > start.length())
        .map(text -> text.substring(start.length()));
  }
}
