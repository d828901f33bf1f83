package io.weir.clouds.oci.seed;

import java.util.List;

/**
 * What exists beforehand: one region of one tenancy.
 *
 * @param user who may call
 * @param compartment OCID of the compartment
 * @param region the region
 * @param availabilityDomains their names; each has three fault domains
 * @param versions Kubernetes versions that OKE offers, oldest first
 * @param nodeLimit how many nodes a cluster may have
 */
public record OciSeedData(
    ApiUser user,
    String compartment,
    String region,
    List<String> availabilityDomains,
    List<String> versions,
    int nodeLimit) {

  /** The fault domains of each availability domain. */
  public static final List<String> FAULT_DOMAINS =
      List.of("FAULT-DOMAIN-1", "FAULT-DOMAIN-2", "FAULT-DOMAIN-3");

  public OciSeedData {
    availabilityDomains = List.copyOf(availabilityDomains);
    versions = List.copyOf(versions);
  }

  /** A region like Ashburn. */
  public static OciSeedData standard() {
    return new OciSeedData(
        ApiUser.OF_PROCESS,
        "ocid1.compartment.oc1..sandbox",
        "us-ashburn-1",
        List.of("abcd:US-ASHBURN-AD-1", "abcd:US-ASHBURN-AD-2", "abcd:US-ASHBURN-AD-3"),
        List.of("v1.33.1", "v1.34.1", "v1.35.2", "v1.35.4"),
        1000);
  }

  /** The same with these versions, oldest first, and as many nodes as anybody asks for. */
  public OciSeedData withVersions(List<String> others) {
    return new OciSeedData(
        user, compartment, region, availabilityDomains, others, Integer.MAX_VALUE);
  }
}
