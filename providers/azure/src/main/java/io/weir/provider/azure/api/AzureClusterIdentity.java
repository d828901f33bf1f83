package io.weir.provider.azure.api;

import io.weir.api.EmptyIfNull;
import io.weir.api.conditions.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Credentials for Azure. Another provider owns this kind.
 *
 * @param spec which credentials, and from where they may be used
 * @param status what is true of them
 */
public record AzureClusterIdentity(Spec spec, Status status) {

  public AzureClusterIdentity {
    spec = spec == null ? Spec.EMPTY : spec;
    status = status == null ? Status.EMPTY : status;
  }

  /**
   * Which credentials, and from where they may be used.
   *
   * @param type one of {@link AzureIdentityTypes}; empty only when the object has no spec
   * @param clientID client ID of the application or of the managed identity
   * @param tenantID tenant of the application
   * @param resourceID not used: the client ID says which managed identity
   * @param clientSecret Secret with the password or the certificate
   * @param certPath file with the certificate, in place of the Secret
   * @param userAssignedIdentityCredentialsPath file with the credentials of {@code
   *     UserAssignedIdentityCredential}
   * @param userAssignedIdentityCredentialsCloudType cloud of these: {@code public}, {@code china}
   *     or {@code usgovernment}; absent means the first
   * @param allowedNamespaces namespaces; absent means none
   */
  public record Spec(
      String type,
      String clientID,
      String tenantID,
      @Nullable String resourceID,
      @Nullable SecretReference clientSecret,
      @Nullable String certPath,
      @Nullable String userAssignedIdentityCredentialsPath,
      @Nullable String userAssignedIdentityCredentialsCloudType,
      @Nullable AllowedNamespaces allowedNamespaces) {

    /** None of it set. */
    public static final Spec EMPTY = new Spec("", "", "", null, null, null, null, null, null);
  }

  /**
   * A Secret.
   *
   * @param name its name
   * @param namespace its namespace; absent means the identity's
   */
  public record SecretReference(@Nullable String name, @Nullable String namespace) {}

  /**
   * What is true of the credentials.
   *
   * @param conditions what is true of them now
   */
  public record Status(List<Condition.V1Beta1> conditions) {

    /** None of it set. */
    public static final Status EMPTY = new Status(List.of());

    public Status {
      conditions = EmptyIfNull.list(conditions);
    }
  }
}
