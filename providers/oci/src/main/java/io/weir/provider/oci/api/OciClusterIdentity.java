package io.weir.provider.oci.api;

import io.weir.api.LabelSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Credentials, and who may use them.
 *
 * @param spec what was asked for
 */
public record OciClusterIdentity(Spec spec) {

  public OciClusterIdentity {
    spec = spec == null ? new Spec("", null, null) : spec;
  }

  /** The credentials are in a Secret. */
  public static final String USER_PRINCIPAL = "UserPrincipal";

  /** They are those of the instance that the manager runs on. */
  public static final String INSTANCE_PRINCIPAL = "InstancePrincipal";

  /** They are those of the manager's Pod in a cluster of OKE. */
  public static final String WORKLOAD = "Workload";

  /**
   * What was asked for.
   *
   * @param type where the credentials come from
   * @param principalSecret the Secret with them, for {@link #USER_PRINCIPAL}
   * @param allowedNamespaces who may use them; absent means nobody
   */
  public record Spec(
      String type,
      @Nullable SecretReference principalSecret,
      @Nullable AllowedNamespaces allowedNamespaces) {}

  /** A Secret. */
  public record SecretReference(@Nullable String name, @Nullable String namespace) {}

  /**
   * From which namespaces an identity may be used: those in the list and those that the selector
   * matches. Neither given means every namespace; the whole object absent means none.
   *
   * @param list names of namespaces; an empty one, unlike an absent one, names nobody
   * @param selector labels of namespaces; an empty one matches nothing
   */
  public record AllowedNamespaces(@Nullable List<String> list, @Nullable LabelSelector selector) {

    public AllowedNamespaces {
      list = list == null ? null : List.copyOf(list);
    }
  }
}
