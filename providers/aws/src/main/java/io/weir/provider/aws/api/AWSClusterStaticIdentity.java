package io.weir.provider.aws.api;

import org.jspecify.annotations.Nullable;

/**
 * Credentials that lie in a Secret.
 *
 * @param spec which Secret, and from where they may be used
 */
public record AWSClusterStaticIdentity(Spec spec) {

  public AWSClusterStaticIdentity {
    spec = spec == null ? Spec.EMPTY : spec;
  }

  /**
   * Which Secret, and from where they may be used.
   *
   * @param allowedNamespaces namespaces; absent means none
   * @param secretRef Secret in the manager's namespace with {@code AccessKeyID}, {@code
   *     SecretAccessKey} and perhaps {@code SessionToken}; empty only when the object has no spec
   */
  public record Spec(@Nullable AllowedNamespaces allowedNamespaces, String secretRef) {

    /** None of it set. */
    public static final Spec EMPTY = new Spec(null, "");
  }
}
