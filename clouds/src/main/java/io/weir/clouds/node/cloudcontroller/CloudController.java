package io.weir.clouds.node.cloudcontroller;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.node.host.Console;
import io.weir.clouds.node.host.Host;
import io.weir.clouds.node.watch.ListWatch;
import io.weir.clouds.node.wire.ApiClient;
import io.weir.clouds.node.wire.ApiClientFactory;
import io.weir.clouds.node.wire.ApiException;
import io.weir.clouds.node.wire.Kubeconfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A cloud's controller in one cluster: gives each Node that registered with an external cloud
 * provider its provider id, labels and addresses, and takes off the taint that kept pods away. On
 * request it also deletes Nodes whose instance is gone; unlike a real one it does not wait for them
 * to be not Ready, because nothing in a small cluster may mark them so.
 */
public final class CloudController implements AutoCloseable {
  /** The user that {@link #manifest()} gives rights to. */
  public static final String USER = "system:cloud-controller-manager";

  private static final String NODES = "/api/v1/nodes/";
  private static final int CONVERSATIONS = 8;

  private final CloudInventory cloud;
  private final CloudControllerOptions options;
  private final Console console = new Console();
  private final Host host = new Host(console);
  private final ApiClient client;
  private final ApiClient watcher;
  // Names of Nodes, until the watch shows that they need it no longer.
  private final Set<String> initialising = ConcurrentHashMap.newKeySet();
  private final Map<String, String> providerIds = new ConcurrentHashMap<>();

  private CloudController(
      Kubeconfig cluster, CloudInventory cloud, CloudControllerOptions options) {
    this.cloud = cloud;
    this.options = options;
    var apiClientFactory = new ApiClientFactory(CONVERSATIONS, options.requestTimeout());
    this.client = apiClientFactory.newClient(cluster.server(), cluster.trust(), cluster.identity());
    this.watcher =
        apiClientFactory.newClient(cluster.server(), cluster.trust(), cluster.identity());
  }

  /**
   * Starts a controller; it keeps trying while the API server is away. The caller closes it.
   *
   * @param kubeconfig a kubeconfig as {@link #USER}, credentials inline
   * @throws IllegalArgumentException if the kubeconfig is unusable
   */
  public static CloudController start(
      String kubeconfig, CloudInventory cloud, CloudControllerOptions options) {
    var controller = new CloudController(Kubeconfig.parse(kubeconfig), cloud, options);
    controller.run("cloud-controller-watch", controller::watch);
    if (options.deletesNodesOfGoneInstances()) {
      controller.run("cloud-controller-gone", controller::deleteGone);
    }
    return controller;
  }

  /** The rights that the controller needs, as YAML for {@code kubectl apply}. */
  public static String manifest() {
    try (InputStream in =
        CloudController.class.getResourceAsStream("cloud-controller-manager.yaml")) {
      if (in == null) {
        throw new IllegalStateException("the manifest is not in the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What it did and what failed, latest lines. */
  public List<String> logLines() {
    return console.lines();
  }

  private interface Task {
    void run() throws InterruptedException;
  }

  private void run(String name, Task task) {
    Thread.ofVirtual()
        .name(name)
        .start(
            () -> {
              try {
                task.run();
              } catch (InterruptedException e) {
                // Closed.
              }
            });
  }

  private void watch() throws InterruptedException {
    new ListWatch("/api/v1/nodes", client, watcher, this::seen, this::gone)
        .run(host, options.retry());
  }

  private void gone(String name) {
    providerIds.remove(name);
    initialising.remove(name);
  }

  private void seen(JsonNode node) {
    String name = ListWatch.key(node);
    String providerId = node.path("spec").path("providerID").asText("");
    if (!providerId.isEmpty()) {
      providerIds.put(name, providerId);
    }
    if (!NodeInitialization.isNeeded(node)) {
      initialising.remove(name);
    } else if (initialising.add(name)) {
      run("cloud-controller-" + name, () -> initialise(name));
    }
  }

  private void initialise(String name) throws InterruptedException {
    host.pause(options.delay());
    while (!initialised(name)) {
      host.pause(options.retry());
    }
  }

  private boolean initialised(String name) throws InterruptedException {
    try {
      var instance = cloud.byNodeName(name);
      if (instance.isEmpty()) {
        host.log("nodes", "no instance found for node " + name + " yet");
        return !NodeInitialization.isNeeded(client.get(NODES + name));
      }
      JsonNode node =
          client.patch(
              NODES + name + "/status", NodeInitialization.addresses(name, instance.get()));
      if (NodeInitialization.isNeeded(node)) {
        client.mergePatch(NODES + name, NodeInitialization.merge(node, instance.get()));
        host.log("nodes", "initialised node " + name);
      }
      return true;
    } catch (ApiException e) {
      if (e.isNotFound()) {
        return true;
      }
      host.log("nodes", "cannot initialise node " + name + ": " + e.getMessage());
      return false;
    } catch (IOException | RuntimeException e) {
      host.log("nodes", "cannot initialise node " + name + ": " + e.getMessage());
      return false;
    }
  }

  private void deleteGone() throws InterruptedException {
    while (host.isOn()) {
      host.pause(options.goneInterval());
      for (Map.Entry<String, String> node : providerIds.entrySet()) {
        deleteIfGone(node.getKey(), node.getValue());
      }
    }
  }

  private void deleteIfGone(String name, String providerId) throws InterruptedException {
    try {
      if (!cloud.exists(providerId)) {
        client.delete(NODES + name);
        host.log("nodes", "deleted node " + name + ", its instance is gone");
      }
    } catch (ApiException e) {
      if (!e.isNotFound()) {
        host.log("nodes", "cannot delete node " + name + ": " + e.getMessage());
      }
    } catch (IOException | RuntimeException e) {
      host.log("nodes", "cannot delete node " + name + ": " + e.getMessage());
    }
  }

  /** Stops at once. */
  @Override
  public void close() {
    host.powerOff();
    client.close();
    watcher.close();
  }
}
