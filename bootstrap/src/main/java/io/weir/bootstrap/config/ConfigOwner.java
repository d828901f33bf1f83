package io.weir.bootstrap.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.OwnerReference;
import io.weir.api.conditions.ConditionLists;
import io.weir.api.conditions.ConditionStatus;
import java.util.Optional;
import java.util.Set;

/**
 * Whose machines run a config's data: a pool or a single Machine, each as stored.
 *
 * @param object the MachinePool or Machine
 */
public record ConfigOwner(ApiObject object) {

  private static final Set<GroupKind> KINDS = Set.of(GroupKind.MACHINE_POOL, GroupKind.MACHINE);

  /** Written by control planes on their Machines; its value says nothing. */
  private static final String CONTROL_PLANE = "cluster.x-k8s.io/control-plane";

  /** The first owner of a kind that configs are made for. */
  public static Optional<OwnerReference> ownerReference(ApiObject config) {
    return config.ownerReferences().stream()
        .filter(owner -> KINDS.contains(owner.groupKind()))
        .findFirst();
  }

  /** The config that it names, if it is of the kind. */
  public Optional<ObjectKey> config(GroupKind kind) {
    return namedKind(reference()).filter(kind::equals).isPresent()
        ? Optional.of(
            new ObjectKey(object.namespace(), object.at(reference() + "/name").asText("")))
        : Optional.empty();
  }

  /** The kind of infrastructure that it names; empty if it names none. */
  public Optional<GroupKind> infrastructure() {
    return namedKind(template() + "/infrastructureRef");
  }

  /** A field of its machines' spec, for people, such as {@code infrastructureRef}. */
  public String field(String name) {
    return template().substring(1).replace('/', '.') + "." + name;
  }

  /** The kind that a reference names; empty if it names none. */
  private Optional<GroupKind> namedKind(String at) {
    String group =
        object.at(at + "/apiGroup").isMissingNode()
            ? GroupKind.groupOf(object.at(at + "/apiVersion").asText(""))
            : object.at(at + "/apiGroup").asText("");
    String kind = object.at(at + "/kind").asText("");
    return kind.isEmpty() ? Optional.empty() : Optional.of(new GroupKind(group, kind));
  }

  private String reference() {
    return template() + "/bootstrap/configRef";
  }

  /** Where the spec of its machines is. */
  private String template() {
    return isMachine() ? "/spec" : "/spec/template/spec";
  }

  /** Whether its machines are, or are to be, made from the config's data. */
  public boolean uses(ApiObject config) {
    return isMachine()
        || config(config.groupKind()).filter(config.key()::equals).isPresent()
        || dataSecret().filter(config.key()::equals).isPresent();
  }

  /** The Secret that a pool's machines are given, if there is one by now. */
  public Optional<ObjectKey> dataSecret() {
    String name = object.at("/spec/template/spec/bootstrap/dataSecretName").asText("");
    return name.isEmpty() ? Optional.empty() : Optional.of(new ObjectKey(object.namespace(), name));
  }

  /**
   * Whether a pool's status, which must be of its present spec, shows no rollout and nothing that
   * could hold one up. What is not told counts as settled: not every provider tells.
   */
  public boolean isSettled() {
    JsonNode conditions = object.at("/status/conditions");
    boolean rolls =
        ConditionLists.find(conditions, ConditionTypes.ROLLING_OUT)
            .filter(condition -> condition.status() != ConditionStatus.FALSE)
            .isPresent();
    boolean heldUp =
        ConditionLists.find(conditions, ConditionTypes.INFRASTRUCTURE_READY)
            .filter(condition -> condition.status() != ConditionStatus.TRUE)
            .isPresent();
    boolean current = object.at("/status/observedGeneration").asLong(0) >= object.generation();
    return current && !rolls && !heldUp;
  }

  /** What a pool makes machines from instead, for people. */
  public String otherDataSource() {
    return namedKind(reference())
        .filter(named -> named.group().equals(GroupKind.KUBEADM_CONFIG.group()))
        .map(
            named ->
                "%s %s in configRef"
                    .formatted(named.kind(), object.at(reference() + "/name").asText("")))
        .orElse("another source of bootstrap data");
  }

  /** Whether it is a single Machine. */
  public boolean isMachine() {
    return object.groupKind().equals(GroupKind.MACHINE);
  }

  /** A Machine that runs a control plane. */
  public boolean isControlPlane() {
    return isMachine() && object.label(CONTROL_PLANE).isPresent();
  }

  /** A Machine that has joined, so that nothing of its data matters any more. */
  public boolean hasJoined() {
    return isMachine() && !object.at("/status/nodeRef/name").asText("").isEmpty();
  }

  /** The Cluster that it belongs to. */
  public ObjectKey cluster() {
    return new ObjectKey(object.namespace(), object.at("/spec/clusterName").asText(""));
  }

  /** The Kubernetes version of its machines; empty if it names none. */
  public String version() {
    return object.at(template() + "/version").asText("");
  }

  @Override
  public String toString() {
    return object.groupKind().kind() + " " + object.key();
  }
}
