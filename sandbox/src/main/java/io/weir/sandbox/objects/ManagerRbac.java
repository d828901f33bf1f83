package io.weir.sandbox.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.manager.Main;
import io.weir.manager.roles.Role;
import io.weir.manager.roles.Roles;
import io.weir.sandbox.usage.ApiUsers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the manager may do: whichever its roles are, and for each role that it has. */
public final class ManagerRbac {
  /** The namespace of the manager. */
  public static final String NAMESPACE = "weir-system";

  /** The name of the manager's ServiceAccount there. */
  public static final String ACCOUNT = "weir-manager";

  private static final String GROUP = "rbac.authorization.k8s.io";
  private static final String DIRECTORY = "/io/weir/manager/rbac/";
  private static final String WORKLOAD = "workload";

  /** How the names of roles end that can be held to a namespace. */
  static final String IN_NAMESPACES = "-objects";

  private ManagerRbac() {}

  /**
   * The manager's namespace, account, Service, webhook configurations, roles, and their bindings to
   * the account; in the order in which they can be created.
   *
   * @param selected what the manager does
   * @param only the namespace that the manager looks at; empty for all
   */
  public static List<ObjectNode> installationObjects(Roles selected, Optional<String> only) {
    var all = new ArrayList<>(ofManager(selected));
    roles(all).forEach(role -> all.add(toAccount(role, only)));
    return List.copyOf(all);
  }

  private static ObjectNode toAccount(ObjectNode role, Optional<String> only) {
    ObjectNode account = Json.MAPPER.createObjectNode();
    account.put("kind", "ServiceAccount").put("namespace", NAMESPACE).put("name", ACCOUNT);
    String name = name(role);
    return binding(role, name, name.endsWith(IN_NAMESPACES) ? only : Optional.empty(), account);
  }

  /**
   * Bindings that an installation with these options does not need, and an earlier one with others
   * may have left: of other roles, of all namespaces, and of what a provider's rights were before
   * they were divided.
   */
  public static List<ObjectNode> unneededBindings(Roles selected, Optional<String> only) {
    Set<String> needed =
        bindings(selected, only).map(ManagerRbac::identity).collect(Collectors.toSet());
    return Stream.of(
            bindings(Roles.known(), Optional.empty()),
            bindings(Roles.known(), only),
            undividedBindings())
        .flatMap(Function.identity())
        .filter(binding -> needed.add(identity(binding)))
        .toList();
  }

  private static Stream<ObjectNode> undividedBindings() {
    return Roles.all().clouds().stream()
        .flatMap(cloud -> cloud.clusterRole().stream())
        .map(role -> toAccount(role.copyTree(), Optional.empty()));
  }

  private static Stream<ObjectNode> bindings(Roles selected, Optional<String> only) {
    return installationObjects(selected, only).stream()
        .filter(object -> object.path("kind").asText().endsWith("RoleBinding"));
  }

  private static String identity(ObjectNode object) {
    return new ApiObject(object).toString();
  }

  /**
   * What holds the account further than roles can, for API servers that know admission policies.
   */
  public static List<ObjectNode> policies() {
    return read("policies");
  }

  /**
   * For a sandbox: all of that for the manager, and the same for the account in kubeconfig Secrets.
   */
  public static String sandboxManifest() {
    var all = new ArrayList<>(installationObjects(Roles.all(), Optional.empty()));
    all.addAll(policies());
    all.addAll(ofWorkloadAccount());
    return manifest(all);
  }

  /** The same with every right, for a manager of which it is not known what it needs. */
  public static String sandboxManifestOfAnyManager() {
    ObjectNode administrator = Json.MAPPER.createObjectNode();
    administrator.put("kind", "ClusterRole").putObject("metadata").put("name", "cluster-admin");
    var all = new ArrayList<>(installationObjects(Roles.all(), Optional.empty()));
    all.add(toUser(administrator, ApiUsers.MANAGER));
    all.addAll(ofWorkloadAccount());
    return manifest(all);
  }

  /** Of the account in the kubeconfig Secrets of a sandbox. */
  public static List<ObjectNode> ofWorkloadAccount() {
    var all = new ArrayList<>(read(WORKLOAD));
    roles(all).forEach(role -> all.add(toUser(role, ApiUsers.WORKLOAD)));
    return all;
  }

  private static String manifest(List<ObjectNode> objects) {
    return objects.stream().map(ObjectNode::toString).collect(Collectors.joining("\n---\n"));
  }

  private static List<ObjectNode> ofManager(Roles selected) {
    var all = new ArrayList<>(read("manager"));
    selected.on().forEach(role -> all.addAll(ofRole(role)));
    if (!selected.clouds().isEmpty()) {
      all.addAll(read("clouds"));
    }
    return all;
  }

  private static List<ObjectNode> ofRole(Role role) {
    return switch (role) {
      case Role.Core _ -> {
        var all = new ArrayList<>(read(role.name()));
        Roles.all().clouds().forEach(cloud -> CloudRights.ofCore(cloud).ifPresent(all::add));
        yield all;
      }
      case Role.Kubeadm _, Role.Eks _, Role.Gke _ -> read(role.name());
      case Role.Cloud(var factory) -> CloudRights.ofCloud(factory);
      case Role.AttachedControlPlanes(var _, var factory) ->
          factory.attachedClusterRole().stream().map(ApiObject::copyTree).toList();
    };
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

  /** What a file of the manager holds, in its order. */
  static List<ObjectNode> read(String name) {
    String path = DIRECTORY + name + ".yaml";
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
