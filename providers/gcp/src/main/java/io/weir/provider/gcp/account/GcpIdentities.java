package io.weir.provider.gcp.account;

import io.weir.api.ApiObject;
import io.weir.provider.CloudIdentity;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.gcp.api.GcpConstants;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who may use which credentials: a Secret serves the pools of its own namespace, and the manager's
 * own those of the namespaces that its setting {@code lend-credentials-to} names, separated by
 * commas; {@code *} names all.
 *
 * @param borrowers the namespaces
 */
public record GcpIdentities(Set<String> borrowers) {

  /** Name of the setting. */
  public static final String SETTING = "lend-credentials-to";

  private static final String ALL = "*";

  public GcpIdentities {
    borrowers = Set.copyOf(borrowers);
  }

  /** Reads the setting. */
  public static GcpIdentities of(String setting) {
    return new GcpIdentities(
        Arrays.stream(setting.split(",", -1))
            .map(String::strip)
            .filter(each -> !each.isEmpty())
            .collect(Collectors.toSet()));
  }

  /**
   * Grants an identity to a pool, or to the control plane of a cluster.
   *
   * @throws PrerequisiteException if it may not use it, with what would admit it
   */
  public CloudIdentity authorize(CloudIdentity identity, ApiObject pool)
      throws PrerequisiteException {
    boolean granted =
        switch (identity) {
          case CloudIdentity.Ambient _ ->
              borrowers.contains(ALL) || borrowers.contains(pool.namespace());
          case CloudIdentity.OfSecret secret ->
              secret.secret().namespace().equals(pool.namespace());
          case CloudIdentity.OfObject _ -> false;
        };
    if (!granted) {
      throw PrerequisiteException.needsUserAction(
          "IdentityNotUsable", "%s may not use %s".formatted(pool, remedy(identity, pool)));
    }
    return identity;
  }

  private static String remedy(CloudIdentity identity, ApiObject pool) {
    String cluster =
        pool.groupKind().equals(GcpConstants.MACHINE_POOL)
            ? GcpConstants.CLUSTER.kind()
            : GcpConstants.MANAGED_CLUSTER.kind();
    return identity instanceof CloudIdentity.Ambient
        ? "the manager's own credentials: name a Secret in %s spec.credentialsRef, or lend them to namespace %s with the manager's option --set gcp.%s=%s"
            .formatted(cluster, pool.namespace(), SETTING, pool.namespace())
        : "%s: only a Secret of its own namespace serves it; move the Secret to namespace %s, and say so in %s spec.credentialsRef"
            .formatted(identity, pool.namespace(), cluster);
  }
}
