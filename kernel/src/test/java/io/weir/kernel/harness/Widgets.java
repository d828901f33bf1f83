package io.weir.kernel.harness;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.harness.TestObjects;

/** The kind Widget, which nobody but tests works on. */
public final class Widgets {

  /** A kind with a spec that takes anything and a status of its own. */
  public static final GroupKind WIDGET = new GroupKind("test.weir.io", "Widget");

  private Widgets() {}

  /** Its CRD. */
  public static ApiObject crd() {
    return crd("Widget", "widgets");
  }

  /** A CRD of the test group. */
  public static ApiObject crd(String kind, String plural) {
    return new ApiObject(
        TestObjects.parse(
            """
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
                    "status": {"type": "object",
                               "x-kubernetes-preserve-unknown-fields": true}}}}}]}}
            """
                .replace("KIND", kind)
                .replace("PLURAL", plural)));
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

  /** Puts another number into the spec. */
  public static void value(ObjectNode tree, int value) {
    tree.withObject("/spec").put("value", value);
  }

  /** The number in the spec. */
  public static int value(ApiObject widget) {
    return widget.spec().path("value").asInt();
  }
}
