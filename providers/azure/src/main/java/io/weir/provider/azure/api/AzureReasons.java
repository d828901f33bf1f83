package io.weir.provider.azure.api;

/** Reasons why there is no desired state, and those of Events. */
public final class AzureReasons {

  public static final String WAITING_FOR_CLUSTER = "WaitingForClusterInfrastructure";

  /** The identity may not be used, is not there, or is of a kind that is not supported. */
  public static final String IDENTITY_NOT_USABLE = "IdentityNotUsable";

  /** A field of the pool or its cluster can not be honoured as it is. */
  public static final String INVALID = "InvalidConfiguration";

  public static final String IMAGE_NOT_FOUND = "ImageNotFound";
  public static final String SUBNETS_NOT_FOUND = "SubnetsNotFound";
  public static final String USER_DATA_TOO_LARGE = "UserDataTooLarge";

  /** Reason of an Event: machines have no identity, and what they have instead. */
  public static final String VM_IDENTITY_NONE = "VMIdentityNone";

  private AzureReasons() {}
}
