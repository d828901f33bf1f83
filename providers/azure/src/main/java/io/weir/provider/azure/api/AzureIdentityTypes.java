package io.weir.provider.azure.api;

/** Values of {@code spec.type} of an AzureClusterIdentity; all are wire format. */
public final class AzureIdentityTypes {

  /** An application with a password in a Secret. */
  public static final String SERVICE_PRINCIPAL = "ServicePrincipal";

  /** The same by its older name. */
  public static final String MANUAL_SERVICE_PRINCIPAL = "ManualServicePrincipal";

  /** An application with a certificate, in a Secret or a file. */
  public static final String SERVICE_PRINCIPAL_CERTIFICATE = "ServicePrincipalCertificate";

  /** A managed identity of the machine that the manager runs on. */
  public static final String USER_ASSIGNED_MSI = "UserAssignedMSI";

  /** An application that trusts the tokens of the manager's service account. */
  public static final String WORKLOAD_IDENTITY = "WorkloadIdentity";

  /** A managed identity whose credentials lie in a file. */
  public static final String USER_ASSIGNED_IDENTITY_CREDENTIAL = "UserAssignedIdentityCredential";

  private AzureIdentityTypes() {}
}
