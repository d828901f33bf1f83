package io.weir.sandbox.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.manager.Main;
import io.weir.sandbox.usage.ApiUsers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the manager may do: for all clouds, and for each that it has a provider of. */
public final class ManagerRbac {
  /** The namespace of the manager. */
  public static final String NAMESPACE = "weir-system";

  /** The name of the manager's ServiceAccount there. */
  public static final String ACCOUNT = "weir-manager";

  private static final String GROUP = "rbac.authorization.k8s.io";
  private static final String MANAGER = "/io/weir/manager/rbac/manager.yaml";
  private static final String WORKLOAD = "/io/weir/manager/rbac/workload.yaml";

  /** The role that can be held to a namespace. */
  private static final String IN_NAMESPACES = "weir-manager-objects";

  /** The ClusterRoleBinding by which that role holds in all namespaces. */
  public static final ObjectKey CLUSTER_WIDE_BINDING = new ObjectKey("", IN_NAMESPACES);

  private ManagerRbac() {}

  /**
   * The manager's namespace, account, Service, roles, and their bindings to the account; in the
   * order in which they can be created.
   *
   * @param only the namespace that the manager looks at; empty for all
   */
  public static List<ObjectNode> installationObjects(Optional<String> only) {
    var all = new ArrayList<>(ofManager());
    for (ObjectNode role : roles(all)) {
      ObjectNode account = Json.MAPPER.createObjectNode();
      account.put("kind", "ServiceAccount").put("namespace", NAMESPACE).put("name", ACCOUNT);
      String name = name(role);
      all.add(binding(role, name, name.equals(IN_NAMESPACES) ? only : Optional.empty(), account));
    }
    return List.copyOf(all);
  }

  /**
   * For a sandbox: the same, and its users with exactly these rights, one as the manager and one as
   * the account in kubeconfig Secrets.
   */
  public static String sandboxManifest() {
    var all = new ArrayList<>(installationObjects(Optional.empty()));
    roles(ofManager()).forEach(role -> all.add(toUser(role, ApiUsers.MANAGER)));
    List<ObjectNode> workload = read(WORKLOAD);
    all.addAll(workload);
    roles(workload).forEach(role -> all.add(toUser(role, ApiUsers.WORKLOAD)));
    return all.stream().map(ObjectNode::toString).collect(Collectors.joining("\n---\n"));
  }

  private static List<ObjectNode> ofManager() {
    Stream<ObjectNode> ofClouds =
        CustomResourceDefinitions.factories()
            .flatMap(each -> each.clusterRole().stream())
            .map(ApiObject::copyTree);
    return Stream.concat(read(MANAGER).stream(), ofClouds).toList();
  }

  private static List<ObjectNode> roles(List<ObjectNode> objects) {
    return objects.stream().filter(each -> each.path("kind").asText().endsWith("Role")).toList();
  }

  private static ObjectNode toUser(ObjectNode role, String user) {
    ObjectNode subject = Json.MAPPER.createObjectNode();
    subject.put("apiGroup", GROUP).put("kind", "User").put("name", user);
    return binding(role, "sandbox-" + name(role), Optional.empty(), subject);
  }

  /** Of a Role in its namespace; of a ClusterRole in the namespace that is given, or everywhere. */
  private static ObjectNode binding(
      ObjectNode role, String name, Optional<String> only, ObjectNode subject) {
    Optional<String> namespace =
        Optional.of(role.at("/metadata/namespace").asText(""))
            .filter(n -> !n.isEmpty())
            .or(() -> only);
    ObjectNode binding = Json.MAPPER.createObjectNode();
    binding
        .put("apiVersion", GROUP + "/v1")
        .put("kind", namespace.isPresent() ? "RoleBinding" : "ClusterRoleBinding");
    ObjectNode metadata = binding.putObject("metadata").put("name", name);
    namespace.ifPresent(where -> metadata.put("namespace", where));
    binding
        .putObject("roleRef")
        .put("apiGroup", GROUP)
        .put("kind", role.path("kind").asText())
        .put("name", name(role));
    binding.putArray("subjects").add(subject);
    return binding;
  }

  private static String name(ObjectNode object) {
    return object.at("/metadata/name").asText();
  }

  private static List<ObjectNode> read(String path) {
    try (InputStream file = Main.class.getResourceAsStream(path)) {
      if (file == null) {
        throw new IllegalStateException(path + " is not packed with the manager");
      }
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      return YamlDocuments.objects(path, text).stream().map(ApiObject::copyTree).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }
}
