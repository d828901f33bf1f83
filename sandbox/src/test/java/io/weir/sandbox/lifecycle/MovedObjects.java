package io.weir.sandbox.lifecycle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Objects of a pool that leave one management cluster and come to another, as {@code clusterctl
 * move} has it: the same but for UID, status and what the server writes. Here both are one.
 */
record MovedObjects(TestSandbox testSandbox) {

  /** The MachinePool first: the others are owned by it. */
  private static final List<String> KINDS =
      List.of("machinepool", "awsmachinepool", "kubeadmconfig");

  /** Nobody cleans up after it, and the garbage collector takes it for nobody's. */
  private static final String ALONE =
      "{\"metadata\":{\"finalizers\":null,\"ownerReferences\":null}}";

  /** Moves the objects of this name; their Cluster is paused. */
  void move(String name) throws IOException, InterruptedException {
    var objects = new ArrayList<ObjectNode>();
    for (String kind : KINDS) {
      objects.add(
          (ObjectNode) Json.MAPPER.readTree(testSandbox.kubectl("get", kind, name, "-o", "json")));
    }
    for (String kind : KINDS) {
      testSandbox.kubectl("patch", kind, name, "--type=merge", "-p", ALONE);
    }
    for (String kind : KINDS) {
      testSandbox.kubectl("delete", kind, name);
    }
    String owner = "";
    for (ObjectNode object : objects) {
      owner = create(object, owner, name);
    }
  }

  /** Gives back the UID of the MachinePool. */
  private String create(ObjectNode object, String owner, String name)
      throws IOException, InterruptedException {
    object.remove("status");
    object
        .withObject("/metadata")
        .remove(List.of("uid", "resourceVersion", "generation", "creationTimestamp"));
    if (!owner.isEmpty()) {
      object
          .at("/metadata/ownerReferences")
          .forEach(
              reference -> {
                if (reference.path("kind").asText().equals("MachinePool")) {
                  ((ObjectNode) reference).put("uid", owner);
                }
              });
    }
    testSandbox.sandbox().controlPlane().apply(object.toString());
    return owner.isEmpty()
        ? testSandbox.kubectl("get", KINDS.getFirst(), name, "-o", "jsonpath={.metadata.uid}")
        : owner;
  }
}
