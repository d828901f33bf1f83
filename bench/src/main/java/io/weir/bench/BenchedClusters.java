package io.weir.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.objects.KubeconfigSecrets;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.ObjectWaiter;
import io.weir.sandbox.usage.ApiUsers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The clusters that pools are spread over. One alone is the sandbox's API server itself; several
 * have {@linkplain WorkloadApiServer addresses of their own}, each with its kubeconfig.
 */
final class BenchedClusters {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Sandbox sandbox;
  private final String namespace;
  private final List<String> names;

  BenchedClusters(Sandbox sandbox, String namespace, List<String> names) {
    this.sandbox = sandbox;
    this.namespace = namespace;
    this.names = List.copyOf(names);
  }

  /** Makes them and waits until the manager has attached each. */
  void attach() throws IOException, InterruptedException {
    if (names.size() == 1) {
      sandbox.apply(
          Manifests.none()
              .withFirst(BenchedObjects.cluster(sandbox.cloud(), namespace, names.getFirst())));
    } else {
      var objects = new ArrayList<ObjectNode>();
      for (String name : names) {
        objects.addAll(cluster(name, WorkloadApiServer.start(name, sandbox.controlPlane())));
      }
      sandbox
          .controlPlane()
          .apply(objects.stream().map(ObjectNode::toString).collect(Collectors.joining("\n---\n")));
    }
    var clusters = sandbox.kube().cache(GroupKind.CLUSTER);
    try (var wait = ObjectWaiter.start(clusters, PATIENCE)) {
      for (String name : names) {
        if (wait.awaitUntil(new ObjectKey(namespace, name), BenchedClusters::isAttached)
            .isEmpty()) {
          throw new IOException(
              "the cluster %s was not attached within %d s".formatted(name, PATIENCE.toSeconds()));
        }
      }
    }
    // Watched from the beginning, to know when the last Node of the first round became Ready.
    if (!sandbox.kube().cache(BuiltInKinds.NODE).awaitSynced(PATIENCE)) {
      throw new IOException("Nodes could not be watched within " + PATIENCE.toSeconds() + " s");
    }
  }

  /** Its objects; the Secret with its kubeconfig is there before them. */
  private List<ObjectNode> cluster(String name, WorkloadApiServer server) {
    var controlPlane = sandbox.controlPlane();
    sandbox.addToCloseFirst(server);
    String kubeconfig =
        controlPlane
            .kubeconfig(ApiUsers.WORKLOAD)
            .replace(controlPlane.server().toString(), server.address().toString());
    ApiObject _ =
        sandbox
            .kube()
            .client()
            .apply(KubeconfigSecrets.of(new ObjectKey(namespace, name), kubeconfig));
    List<ObjectNode> objects = BenchedObjects.cluster(sandbox.cloud(), namespace, name);
    // Where its machines join, which need not be told apart.
    objects.stream()
        .filter(object -> object.path("kind").asText().equals(GroupKind.CLUSTER.kind()))
        .forEach(
            cluster ->
                cluster
                    .withObject("/spec/controlPlaneEndpoint")
                    .put("host", controlPlane.server().getHost())
                    .put("port", controlPlane.server().getPort()));
    return objects;
  }

  private static boolean isAttached(ApiObject cluster) {
    return cluster.at("/status/initialization/controlPlaneInitialized").asBoolean();
  }
}
