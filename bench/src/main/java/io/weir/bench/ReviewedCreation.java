package io.weir.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.sandbox.Sandbox;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * How fast the API server takes the objects of pools that the manager converts and reviews, and
 * does not work on: they lack the label by which it knows what it works on.
 */
final class ReviewedCreation {

  private final ObjectCreation creation;
  private final KubeClient client;

  ReviewedCreation(Sandbox sandbox) {
    this.creation = new ObjectCreation(sandbox);
    this.client = sandbox.kube().client();
  }

  /**
   * Creates the objects of pools and removes them again.
   *
   * @return how long the creation took
   */
  Duration measure(List<List<ObjectNode>> pools) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    ParallelRunner.run(pools, objects -> objects.forEach(creation::create));
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    ParallelRunner.run(pools, objects -> objects.forEach(this::remove));
    return took;
  }

  /** Nobody works on it, so nobody takes its finalizers away. */
  private void remove(ObjectNode tree) {
    var created = new ApiObject(tree);
    client
        .get(created.groupKind(), new ObjectKey(created.namespace(), created.name()))
        .ifPresent(
            object -> {
              ApiObject free =
                  client.edit(
                      object, edited -> edited.withObject("/metadata").remove("finalizers"));
              client.delete(free, PropagationPolicy.BACKGROUND);
            });
  }
}
