package io.weir.provider.aws.api;

import org.jspecify.annotations.Nullable;

/**
 * Credentials that lie in a Secret.
 *
 * @param spec which Secret, and from where they may be used
 */
public record AWSClusterStaticIdentity(Spec spec) {

  /**
   * Which Secret, and from where they may be used.
   *
   * @param allowedNamespaces namespaces; absent means none
   * @param secretRef Secret in the manager's namespace with {@code AccessKeyID}, {@code
   *     SecretAccessKey} and perhaps {@code SessionToken}
   */
  public record Spec(@Nullable AllowedNamespaces allowedNamespaces, String secretRef) {}
}
