package io.weir.provider.aws.api;

import org.jspecify.annotations.Nullable;

/**
 * The manager's own credentials. There is one, named {@code default}.
 *
 * @param spec from where they may be used
 */
public record AWSClusterControllerIdentity(Spec spec) {

  public AWSClusterControllerIdentity {
    spec = spec == null ? Spec.EMPTY : spec;
  }

  /**
   * From where they may be used.
   *
   * @param allowedNamespaces namespaces; absent means none
   */
  public record Spec(@Nullable AllowedNamespaces allowedNamespaces) {

    /** None of it set. */
    public static final Spec EMPTY = new Spec(null);
  }
}
