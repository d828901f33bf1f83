package io.weir.sandbox.objects;

import io.weir.api.ApiObject;
import io.weir.kernel.kube.KubeClient;
import io.weir.manager.roles.Roles;
import java.util.List;
import java.util.Optional;

/** The objects that say which namespaces may use the manager's own credentials for a cloud. */
public final class CloudIdentities {

  private CloudIdentities() {}

  /**
   * Creates those that are missing. Whom one admits that exists is its administrators' decision.
   *
   * @param roles whose identities
   * @param only the only namespace that is served; empty for all
   * @return all of them
   */
  public static List<Installed> install(KubeClient client, Roles roles, Optional<String> only) {
    return roles.identities(only).stream().map(identity -> install(client, identity)).toList();
  }

  private static Installed install(KubeClient client, ApiObject identity) {
    return client
        .get(identity.groupKind(), identity.key())
        .map(there -> new Installed(there, false))
        .orElseGet(() -> new Installed(client.create(identity.copyTree()), true));
  }

  /**
   * What became of one.
   *
   * @param created whether it was missing
   */
  public record Installed(ApiObject identity, boolean created) {}
}
