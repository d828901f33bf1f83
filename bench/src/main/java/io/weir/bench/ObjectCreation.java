package io.weir.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.sandbox.Sandbox;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Creates objects as people do: each in the version that it is written in. */
final class ObjectCreation {

  private final Sandbox sandbox;

  ObjectCreation(Sandbox sandbox) {
    this.sandbox = sandbox;
  }

  /**
   * Creates an object.
   *
   * @throws UncheckedIOException when the API server refuses
   */
  void create(ObjectNode tree) {
    var object = new ApiObject(tree);
    String plural =
        sandbox
            .kube()
            .kinds()
            .find(object.groupKind())
            .orElseThrow(() -> new IllegalArgumentException("no definition of " + object))
            .plural();
    String path =
        "/apis/%s/namespaces/%s/%s".formatted(object.apiVersion(), object.namespace(), plural);
    try {
      sandbox.controlPlane().create(path, tree.toString());
    } catch (IOException refused) {
      throw new UncheckedIOException(refused);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while creating " + object, stopped);
    }
  }
}
