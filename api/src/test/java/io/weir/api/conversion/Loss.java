package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Everything that an object of v1beta1 loses, by nature, when it is stored in v1beta2: {@link
 * #ALL}.
 *
 * @param words those of docs/api-versions.md
 * @param forget makes two objects alike that differ by this loss alone
 */
record Loss(String words, Consumer<ObjectNode> forget) {

  static final List<Loss> ALL =
      List.of(
          new Loss(
              "`namespace`, `uid`, `resourceVersion`, `fieldPath` and the version in `apiVersion`"
                  + " of references",
              object -> {
                Loss.reference(object.at("/spec/template/spec/bootstrap/configRef"));
                Loss.reference(object.at("/spec/template/spec/infrastructureRef"));
                Loss.reference(object.at("/spec/bootstrap/configRef"));
                Loss.reference(object.at("/spec/infrastructureRef"));
              }),
          new Loss(
              "all but the name of a Machine's `status.nodeRef`",
              object -> {
                ObjectNode node = Fields.look(object, "status", "nodeRef");
                if (object.path("kind").asText().equals("Machine")) {
                  node.retain("name");
                }
              }),
          new Loss(
              "`useExperimentalRetryJoin`; `clusterName`, `kubernetesVersion` and `networking` of"
                  + " `clusterConfiguration`; `apiVersion` and `kind` inside the three kubeadm"
                  + " configurations",
              object -> {
                ObjectNode spec = Loss.kubeadm(object);
                spec.remove("useExperimentalRetryJoin");
                Fields.look(spec, "clusterConfiguration")
                    .remove(List.of("clusterName", "kubernetesVersion", "networking"));
                for (String each :
                    List.of("clusterConfiguration", "initConfiguration", "joinConfiguration")) {
                  Fields.look(spec, each).remove(List.of("apiVersion", "kind"));
                }
              }),
          new Loss(
              "fractions of a second in durations, and how a duration was written",
              object -> {
                ObjectNode machine = Loss.machine(object);
                for (String each :
                    List.of("nodeDrainTimeout", "nodeVolumeDetachTimeout", "nodeDeletionTimeout")) {
                  Loss.whole(machine, each);
                }
                ObjectNode spec = Loss.kubeadm(object);
                Loss.whole(
                    Fields.look(spec, "clusterConfiguration", "apiServer"),
                    "timeoutForControlPlane");
                Loss.whole(Fields.look(spec, "joinConfiguration", "discovery"), "timeout");
                Fields.each(
                    spec.at("/initConfiguration/bootstrapTokens"),
                    token -> Loss.whole(token, "ttl"));
              }),
          new Loss(
              "an explicit `false` where v1beta1 means the same without it: `append`, `readOnly`,"
                  + " `strict`, `unsafeSkipCAVerification`, `insecureSkipTLSVerify`,"
                  + " `provideClusterInfo`, `ready`, `bootstrapReady`, `infrastructureReady`",
              object ->
                  Loss.everywhere(
                      object,
                      each ->
                          List.of(
                                  "append",
                                  "readOnly",
                                  "strict",
                                  "unsafeSkipCAVerification",
                                  "insecureSkipTLSVerify",
                                  "provideClusterInfo",
                                  "ready",
                                  "bootstrapReady",
                                  "infrastructureReady")
                              .forEach(name -> Fields.dropFalse(each, name)))),
          new Loss(
              "whether `status.replicas` was 0 or absent, and whether `divisor` was 0 or absent, a"
                  + " number or text",
              object -> {
                if (object.path("kind").asText().equals("MachinePool")) {
                  ObjectNode status = Fields.make(object, "status");
                  status.put("replicas", status.path("replicas").asInt());
                }
                Loss.everywhere(
                    object,
                    each ->
                        Fields.with(
                            each,
                            reference ->
                                reference.put("divisor", reference.path("divisor").asText("0")),
                            "resourceFieldRef"));
              }),
          new Loss(
              "empty texts, lists and objects, where v1beta2 refuses them; they mean the same as"
                  + " nothing",
              Loss::dropEmpty));

  /** Where an empty value says something, and is kept. */
  private static final Set<String> KEPT_EMPTY =
      Set.of("dataSecretName", "sshAuthorizedKeys", "taints", "servers", "value");

  /** The object without anything that is lost. */
  static ObjectNode all(JsonNode object) {
    ObjectNode rest = object.deepCopy();
    for (Loss loss : ALL) {
      loss.forget.accept(rest);
    }
    return rest;
  }

  private static ObjectNode machine(ObjectNode object) {
    return object.path("kind").asText().equals("Machine")
        ? Fields.look(object, "spec")
        : Fields.look(object, "spec", "template", "spec");
  }

  private static ObjectNode kubeadm(ObjectNode object) {
    return object.path("kind").asText().equals("KubeadmConfigTemplate")
        ? Fields.look(object, "spec", "template", "spec")
        : Fields.look(object, "spec");
  }

  private static void reference(JsonNode reference) {
    if (reference instanceof ObjectNode object) {
      object.remove(List.of("namespace", "uid", "resourceVersion", "fieldPath"));
      if (object.has("apiVersion")) {
        object.put("apiVersion", GroupKind.groupOf(object.path("apiVersion").asText()));
      }
    }
  }

  private static void whole(ObjectNode parent, String field) {
    if (parent.has(field)) {
      parent.put(field, Durations.seconds(parent.path(field).asText(), field));
    }
  }

  private static void everywhere(JsonNode tree, Consumer<ObjectNode> work) {
    if (tree instanceof ObjectNode object) {
      work.accept(object);
    }
    tree.forEach(below -> everywhere(below, work));
  }

  private static void dropEmpty(JsonNode tree) {
    tree.forEach(Loss::dropEmpty);
    if (tree instanceof ObjectNode object) {
      var empty = new ArrayList<String>();
      object.properties().stream()
          .filter(field -> !KEPT_EMPTY.contains(field.getKey()) && isEmpty(field.getValue()))
          .forEach(field -> empty.add(field.getKey()));
      object.remove(empty);
    }
  }

  private static boolean isEmpty(JsonNode value) {
    return value.isTextual()
        ? value.asText().isEmpty()
        : (value instanceof ObjectNode || value instanceof ArrayNode) && value.isEmpty();
  }
}
