package io.weir.provider.oci.account.calls;

import com.oracle.bmc.Region;

/** Which realm a region is in: each has a domain of its own. */
public final class OciRealm {
  private static final String PUBLIC_DOMAIN = "oraclecloud.com";

  private OciRealm() {}

  /** Oracle's library knows the realms; what it does not know is asked in the public one. */
  public static String domain(String region) {
    try {
      return Region.fromRegionId(region).getRealm().getSecondLevelDomain();
    } catch (IllegalArgumentException _) {
      return PUBLIC_DOMAIN;
    }
  }
}
