package io.weir.provider.oci.api;

import io.weir.api.EmptyIfNull;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An OCICluster or OCIManagedCluster, as far as pools read it. Another provider owns these kinds.
 *
 * @param spec what was asked for, completed by its owner
 */
public record OciCluster(Spec spec) {

  public OciCluster {
    spec = spec == null ? Spec.EMPTY : spec;
  }

  /**
   * What was asked for.
   *
   * @param compartmentId OCID of the compartment
   * @param region region; absent means that of the credentials
   * @param ociResourceIdentifier value of a tag on everything of the cluster
   * @param freeformTags tags on everything of the cluster
   * @param definedTags the same, by namespace
   * @param availabilityDomains those of the region by name; written by its owner
   * @param identityRef credentials; absent means those of the manager
   * @param networkSpec network
   */
  public record Spec(
      @Nullable String compartmentId,
      @Nullable String region,
      @Nullable String ociResourceIdentifier,
      Map<String, String> freeformTags,
      Map<String, Map<String, String>> definedTags,
      Map<String, AvailabilityDomain> availabilityDomains,
      @Nullable IdentityReference identityRef,
      Network networkSpec) {
    /** None of it set. */
    public static final Spec EMPTY =
        new Spec(null, null, null, Map.of(), Map.of(), Map.of(), null, Network.EMPTY);

    public Spec {
      freeformTags = EmptyIfNull.map(freeformTags);
      definedTags = EmptyIfNull.map(definedTags);
      availabilityDomains = EmptyIfNull.map(availabilityDomains);
      networkSpec = networkSpec == null ? Network.EMPTY : networkSpec;
    }
  }

  /** An availability domain and its fault domains. */
  public record AvailabilityDomain(@Nullable String name, List<String> faultDomains) {

    public AvailabilityDomain {
      faultDomains = EmptyIfNull.list(faultDomains);
    }
  }

  /** An OCIClusterIdentity; without a namespace that of the cluster. */
  public record IdentityReference(@Nullable String name, @Nullable String namespace) {}

  /** Network of the cluster. */
  public record Network(Vcn vcn) {
    /** None of it set. */
    public static final Network EMPTY = new Network(Vcn.EMPTY);

    public Network {
      vcn = vcn == null ? Vcn.EMPTY : vcn;
    }
  }

  /** The virtual cloud network. */
  public record Vcn(
      @Nullable String id, List<NetworkPart> subnets, SecurityGroups networkSecurityGroup) {
    /** None of it set. */
    public static final Vcn EMPTY = new Vcn(null, List.of(), SecurityGroups.EMPTY);

    public Vcn {
      subnets = EmptyIfNull.list(subnets);
      networkSecurityGroup =
          networkSecurityGroup == null ? SecurityGroups.EMPTY : networkSecurityGroup;
    }
  }

  /** Security groups. */
  public record SecurityGroups(List<NetworkPart> list) {
    /** None. */
    public static final SecurityGroups EMPTY = new SecurityGroups(List.of());

    public SecurityGroups {
      list = EmptyIfNull.list(list);
    }
  }

  /**
   * A subnet or security group.
   *
   * @param id OCID; absent until its owner made it
   * @param name name within the cluster's object
   * @param role what it is for
   */
  public record NetworkPart(@Nullable String id, @Nullable String name, @Nullable String role) {

    /** What nodes use. */
    public static final String WORKER = "worker";

    /** Whether nodes use it. */
    public boolean isForWorkers() {
      return WORKER.equals(role);
    }

    /** Its OCID, if it is known. */
    public Optional<String> ocid() {
      return Optional.ofNullable(id).filter(text -> !text.isEmpty());
    }
  }
}
