package io.weir.provider.oci.account;

import io.weir.provider.CloudQuery;
import io.weir.provider.QueryResult;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is asked of the cloud where a cluster's object does not say it. */
public final class NetworkQueries {
  private static final Duration MAX_AGE = Duration.ofMinutes(10);

  private NetworkQueries() {}

  /** The availability domains of the region. */
  public record AvailabilityDomains(String compartment) implements CloudQuery {
    @Override
    public Duration maxAge() {
      return MAX_AGE;
    }
  }

  /** Their fault domains by the names of these. */
  public record DomainNames(Map<String, List<String>> faultDomains) implements QueryResult {
    public DomainNames {
      faultDomains = Collections.unmodifiableMap(new LinkedHashMap<>(faultDomains));
    }
  }

  /** The subnets and security groups of a network. */
  public record NetworkParts(String compartment, String vcn) implements CloudQuery {
    @Override
    public Duration maxAge() {
      return Duration.ofMinutes(1);
    }
  }

  /** OCIDs by display names; of several with one name none is told. */
  public record PartIds(Map<String, String> subnets, Map<String, String> securityGroups)
      implements QueryResult {
    public PartIds {
      subnets = Map.copyOf(subnets);
      securityGroups = Map.copyOf(securityGroups);
    }
  }
}
