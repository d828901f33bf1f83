package io.weir.provider.aws.api;

/** Reasons why there is no desired state. The first two are the upstream provider's. */
public final class AwsReasons {

  public static final String WAITING_FOR_CLUSTER = "WaitingForClusterInfrastructure";

  /** The identity may not be used, or is of a kind that is not supported. */
  public static final String IDENTITY_NOT_USABLE = "IdentityNotUsable";

  /** A field of the pool or its cluster can not be honoured as it is. */
  public static final String INVALID = "InvalidConfiguration";

  public static final String IMAGE_NOT_FOUND = "ImageNotFound";
  public static final String SUBNETS_NOT_FOUND = "SubnetsNotFound";
  public static final String SECURITY_GROUPS_NOT_FOUND = "SecurityGroupsNotFound";
  public static final String ROLE_NOT_FOUND = "RoleNotFound";
  public static final String USER_DATA_TOO_LARGE = "UserDataTooLarge";

  private AwsReasons() {}
}
