package io.weir.kernel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.Options;
import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.BuildListener;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.RequestListener;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** One real API server for all tests of this JVM, with the kind Widget; it ends with the JVM. */
public final class TestApiServer {

  /** A kind with a spec that takes anything and a status of its own. */
  public static final GroupKind WIDGET = new GroupKind("test.weir.io", "Widget");

  private static final AtomicInteger ACCOUNTS = new AtomicInteger();

  private TestApiServer() {}

  private static final class Running {
    private static final ControlPlane PLANE = start();

    private static ControlPlane start() {
      try {
        Path directory = Files.createTempDirectory("weir-runtime-it-");
        var plane =
            ControlPlane.start(
                Binaries.provide(BuildListener.printingTo(System.out)), Options.in(directory));
        install(plane, crd("Widget", "widgets"));
        return plane;
      } catch (Exception failure) {
        throw new IllegalStateException("the control plane did not start", failure);
      }
    }
  }

  /** The server. */
  public static ControlPlane plane() {
    return Running.PLANE;
  }

  /** A name for an account that no other test uses. */
  public static String newAccount() {
    return "weir-test-" + ACCOUNTS.incrementAndGet();
  }

  /** A connection with all rights under this account. */
  public static KubeCluster connect(String account) {
    return connect(account, WatchSettings.defaults());
  }

  /** A connection with all rights under this account. */
  public static KubeCluster connect(String account, WatchSettings settings) {
    return KubeCluster.connect(
        KubeConfigs.fromText(plane().kubeconfig(account, "system:masters"), "test"),
        settings,
        RequestListener.NONE);
  }

  /** Installs a CRD and waits until it is served. */
  public static void install(ControlPlane plane, String crd) throws Exception {
    plane.apply(crd);
    String name = Json.MAPPER.readTree(crd).at("/metadata/name").asText();
    String _ = plane.kubectl("wait", "--for=condition=Established", "crd/" + name).orThrow();
  }

  /** A CRD of the test group. */
  public static String crd(String kind, String plural) {
    return """
    {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
     "metadata": {"name": "PLURAL.test.weir.io",
                  "labels": {"cluster.x-k8s.io/v1beta2": "v1beta1_v1"}},
     "spec": {"group": "test.weir.io", "scope": "Namespaced",
       "names": {"kind": "KIND", "plural": "PLURAL"},
       "versions": [
         {"name": "v1", "served": true, "storage": true, "subresources": {"status": {}},
          "schema": {"openAPIV3Schema": {"type": "object", "properties": {
            "spec": {"type": "object", "x-kubernetes-preserve-unknown-fields": true,
                     "properties": {"size": {"type": "integer", "minimum": 0}}},
            "status": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}}}]}}
    """
        .replace("KIND", kind)
        .replace("PLURAL", plural);
  }

  /** A Widget that does not exist yet. */
  public static ObjectNode widget(String namespace, String name) {
    return object("Widget", namespace, name);
  }

  /** An object of the test group that does not exist yet. */
  public static ObjectNode object(String kind, String namespace, String name) {
    ObjectNode tree =
        Json.MAPPER.createObjectNode().put("apiVersion", "test.weir.io/v1").put("kind", kind);
    tree.withObject("/metadata").put("namespace", namespace).put("name", name);
    tree.withObject("/spec").put("value", 0);
    return tree;
  }

  /** The number in the spec. */
  public static int value(ApiObject widget) {
    return widget.spec().path("value").asInt();
  }
}
