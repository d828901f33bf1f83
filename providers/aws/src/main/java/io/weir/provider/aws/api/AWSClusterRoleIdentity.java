package io.weir.provider.aws.api;

import io.weir.api.EmptyIfNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Credentials of a role that is assumed with another identity's.
 *
 * @param spec which role, and from where it may be used
 */
public record AWSClusterRoleIdentity(Spec spec) {

  public AWSClusterRoleIdentity {
    spec = spec == null ? Spec.EMPTY : spec;
  }

  /**
   * Which role, and from where it may be used.
   *
   * @param allowedNamespaces namespaces; absent means none
   * @param roleARN the role; empty only when the object has no spec
   * @param sessionName name of the sessions, as AWS logs it
   * @param durationSeconds how long a session lasts, 900 to 43200; absent means AWS's default
   * @param inlinePolicy JSON policy that narrows the session
   * @param policyARNs managed policies that narrow the session
   * @param externalID word that the role's trust policy may ask for
   * @param sourceIdentityRef identity that assumes the role
   */
  public record Spec(
      @Nullable AllowedNamespaces allowedNamespaces,
      String roleARN,
      @Nullable String sessionName,
      @Nullable Integer durationSeconds,
      @Nullable String inlinePolicy,
      List<String> policyARNs,
      @Nullable String externalID,
      @Nullable IdentityReference sourceIdentityRef) {

    /** None of it set. */
    public static final Spec EMPTY = new Spec(null, "", null, null, null, List.of(), null, null);

    public Spec {
      policyARNs = EmptyIfNull.list(policyARNs);
    }

    /** The external ID is shared with the role's owner only. */
    @Override
    public String toString() {
      return "Spec[roleARN=%s, sourceIdentityRef=%s]".formatted(roleARN, sourceIdentityRef);
    }
  }
}
