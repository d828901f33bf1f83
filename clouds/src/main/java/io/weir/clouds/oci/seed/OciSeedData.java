package io.weir.clouds.oci.seed;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What exists beforehand: one region of one tenancy.
 *
 * @param user who may call
 * @param compartment OCID of the compartment that examples name
 * @param compartments OCIDs of further ones, which lead to the same things
 * @param region the region
 * @param availabilityDomains their names; each has three fault domains
 * @param versions Kubernetes versions that OKE offers
 * @param nodeLimit how many nodes a cluster may have
 */
public record OciSeedData(
    ApiUser user,
    String compartment,
    Set<String> compartments,
    String region,
    List<String> availabilityDomains,
    List<String> versions,
    int nodeLimit) {

  /** The fault domains of each availability domain. */
  public static final List<String> FAULT_DOMAINS =
      List.of("FAULT-DOMAIN-1", "FAULT-DOMAIN-2", "FAULT-DOMAIN-3");

  public OciSeedData {
    compartments = Set.copyOf(compartments);
    availabilityDomains = List.copyOf(availabilityDomains);
    versions = List.copyOf(versions);
  }

  /** A region like Ashburn. */
  public static OciSeedData standard() {
    return new OciSeedData(
        ApiUser.OF_PROCESS,
        "ocid1.compartment.oc1..sandbox",
        Set.of(),
        "us-ashburn-1",
        List.of("abcd:US-ASHBURN-AD-1", "abcd:US-ASHBURN-AD-2", "abcd:US-ASHBURN-AD-3"),
        List.of("v1.33.1", "v1.34.1", "v1.35.2", "v1.35.4"),
        1000);
  }

  /** The same with these versions, and as many nodes as anybody asks for. */
  public OciSeedData withVersions(List<String> others) {
    return new OciSeedData(
        user, compartment, compartments, region, availabilityDomains, others, Integer.MAX_VALUE);
  }

  /** The same with this compartment, if it lacks it. */
  public OciSeedData withCompartment(String ocid) {
    if (hasCompartment(ocid)) {
      return this;
    }
    var more = new TreeSet<>(compartments);
    more.add(ocid);
    return new OciSeedData(
        user, compartment, more, region, availabilityDomains, versions, nodeLimit);
  }

  /** The same with this version of Kubernetes, if it lacks it. */
  public OciSeedData withVersion(String version) {
    if (versions.contains(version)) {
      return this;
    }
    var more = new ArrayList<String>();
    more.add(version);
    more.addAll(versions);
    return new OciSeedData(
        user, compartment, compartments, region, availabilityDomains, more, nodeLimit);
  }

  /** Whether there is a compartment. */
  public boolean hasCompartment(String ocid) {
    return compartment.equals(ocid) || compartments.contains(ocid);
  }
}
