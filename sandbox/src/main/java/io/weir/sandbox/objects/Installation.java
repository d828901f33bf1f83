package io.weir.sandbox.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.manager.roles.Roles;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a manager needs in a cluster.
 *
 * @param roles what it does
 * @param only the only namespace that it looks at; empty for all
 */
public record Installation(Roles roles, Optional<String> only) {

  /**
   * For a manager with these options.
   *
   * @param controllers the value of {@code --controllers}
   * @throws IllegalArgumentException with one sentence for people, if it is wrong
   */
  public static Installation of(String controllers, Optional<String> only) {
    return new Installation(Roles.parse(controllers), only);
  }

  /** The names of the roles, for people. */
  public String roleNames() {
    return roles.names();
  }

  /** The CRDs, for people who install with tools of their own. */
  public List<ObjectNode> crds() {
    return CustomResourceDefinitions.manifests(roles);
  }

  /** The manager's account and its rights, in the order in which they can be created. */
  public List<ObjectNode> rights() {
    return ManagerRbac.installationObjects(roles, only);
  }

  /** What holds the account further than roles can. */
  public List<ObjectNode> policies() {
    return ManagerRbac.policies();
  }

  /**
   * Installs the account, its rights, and the policies if the API server knows such, as those from
   * 1.30 on do.
   *
   * @return whether it does
   */
  public boolean installRights(KubeClient client) {
    // The policies first: no right is there for a moment without them.
    boolean known = installPolicies(client);
    rights().forEach(client::apply);
    return known;
  }

  private boolean installPolicies(KubeClient client) {
    try {
      policies().forEach(client::apply);
      return true;
    } catch (KubeException.NotFound _) {
      return false;
    }
  }

  /** Who may use the manager's own credentials for a cloud. */
  public List<ApiObject> identities() {
    return roles.identities(only);
  }

  /**
   * Installs the CRDs, as {@link CustomResourceDefinitions#install}.
   *
   * @throws IOException when one is not served in time
   */
  public CustomResourceDefinitions.Installed installCrds(KubeCluster cluster, Duration timeout)
      throws IOException, InterruptedException {
    return CustomResourceDefinitions.install(cluster, roles, timeout);
  }

  /** Creates the identities that are missing. */
  public List<CloudIdentities.Installed> installIdentities(KubeClient client) {
    return CloudIdentities.install(client, roles, only);
  }

  /** Bindings of an installation with other options that are there and grant more. */
  public List<ApiObject> widerBindings(KubeClient client) {
    return ManagerRbac.unneededBindings(roles, only).stream()
        .map(ApiObject::new)
        .flatMap(binding -> client.get(binding.groupKind(), binding.key()).stream())
        .toList();
  }
}
