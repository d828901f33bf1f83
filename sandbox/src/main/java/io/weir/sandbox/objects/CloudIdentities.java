package io.weir.sandbox.objects;

import io.weir.api.ApiObject;
import io.weir.kernel.kube.KubeClient;
import java.util.List;
import java.util.Optional;

/** The objects that say which namespaces may use the manager's own credentials for a cloud. */
public final class CloudIdentities {

  private CloudIdentities() {}

  /**
   * All of them.
   *
   * @param only the only namespace that is served; empty for all
   */
  public static List<ApiObject> all(Optional<String> only) {
    return CustomResourceDefinitions.factories()
        .flatMap(each -> each.identities(only).stream())
        .toList();
  }

  /**
   * Creates those that are missing. Whom one admits that exists is its administrators' decision.
   *
   * @return all of them
   */
  public static List<Installed> install(KubeClient client, Optional<String> only) {
    return all(only).stream().map(identity -> install(client, identity)).toList();
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
