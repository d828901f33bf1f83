package io.weir.provider.oci.account;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryCollector;
import io.weir.provider.oci.account.NetworkQueries.AvailabilityDomains;
import io.weir.provider.oci.account.NetworkQueries.DomainNames;
import io.weir.provider.oci.account.NetworkQueries.NetworkParts;
import io.weir.provider.oci.account.NetworkQueries.PartIds;
import io.weir.provider.oci.api.OciCluster;
import io.weir.provider.oci.api.OciCluster.NetworkPart;
import io.weir.provider.oci.api.OciTags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Availability domains, subnets and security groups of a cluster, by the names that its object
 * gives them. What that lacks is asked of the cloud; until the answer is there, lookups return
 * OCIDs that nobody may use, and {@link QueryCollector#missing} is not empty.
 *
 * @param object the OCICluster or OCIManagedCluster
 * @param spec its spec
 * @param queries notes what must be asked
 */
public record ClusterNetwork(ApiObject object, OciCluster.Spec spec, QueryCollector queries) {

  /** The network of a cluster. */
  public static ClusterNetwork of(ApiObject object, QueryCollector queries) {
    return new ClusterNetwork(object, object.as(OciCluster.class).spec(), queries);
  }

  /** Fault domains by availability domain, sorted by name. */
  public Map<String, List<String>> availabilityDomains() {
    var domains = new TreeMap<String, List<String>>();
    spec.availabilityDomains().forEach((name, domain) -> domains.put(name, domain.faultDomains()));
    if (domains.isEmpty()) {
      queries
          .resultOf(new AvailabilityDomains(compartment()), DomainNames.class)
          .ifPresent(found -> domains.putAll(found.faultDomains()));
    }
    return domains;
  }

  /**
   * OCID of a subnet.
   *
   * @param field the field that names it, for people
   * @throws PrerequisiteException if there is none of this name, or it does not exist yet
   */
  public String subnet(String field, String name) throws PrerequisiteException {
    return ocid("subnet", field, part(subnets(), "subnet", field, name), PartIds::subnets);
  }

  /**
   * OCID of the first subnet for workers.
   *
   * @throws PrerequisiteException if there is none, or it does not exist yet
   */
  public String workerSubnet() throws PrerequisiteException {
    NetworkPart first =
        subnets().stream()
            .filter(NetworkPart::isForWorkers)
            .findFirst()
            .orElseThrow(
                () ->
                    PrerequisiteException.invalid(
                        "%s has no subnet of role worker in spec.networkSpec.vcn.subnets: add one, or name a subnet in the pool"
                            .formatted(object)));
    return ocid("subnet", "role worker", first, PartIds::subnets);
  }

  /**
   * OCIDs of security groups, all of role worker if none is named.
   *
   * @throws PrerequisiteException if there is none of a name, or it does not exist yet
   */
  public List<String> workerSecurityGroups(String field, List<String> names)
      throws PrerequisiteException {
    if (!names.isEmpty()) {
      return securityGroups(field, names);
    }
    var ids = new ArrayList<String>();
    for (NetworkPart part : groups()) {
      if (part.isForWorkers()) {
        ids.add(ocid("security group", "role worker", part, PartIds::securityGroups));
      }
    }
    return ids;
  }

  /**
   * OCIDs of security groups.
   *
   * @throws PrerequisiteException if there is none of a name, or it does not exist yet
   */
  public List<String> securityGroups(String field, List<String> names)
      throws PrerequisiteException {
    var ids = new ArrayList<String>();
    for (String name : names) {
      NetworkPart part = part(groups(), "security group", field, name);
      ids.add(ocid("security group", field, part, PartIds::securityGroups));
    }
    return ids;
  }

  private List<NetworkPart> subnets() {
    return spec.networkSpec().vcn().subnets();
  }

  private List<NetworkPart> groups() {
    return spec.networkSpec().vcn().networkSecurityGroup().list();
  }

  private String compartment() {
    return Objects.requireNonNullElse(spec.compartmentId(), "");
  }

  private NetworkPart part(List<NetworkPart> parts, String what, String field, String name)
      throws PrerequisiteException {
    return parts.stream()
        .filter(part -> name.equals(part.name()))
        .findFirst()
        .orElseThrow(
            () ->
                PrerequisiteException.invalid(
                    "%s names %s %s, which is not in spec.networkSpec.vcn of %s: correct the name, or add it there"
                        .formatted(field, what, name, object)));
  }

  private String ocid(
      String what, String field, NetworkPart part, Function<PartIds, Map<String, String>> kind)
      throws PrerequisiteException {
    Optional<String> known = part.ocid();
    if (known.isPresent()) {
      return known.get();
    }
    String vcn = Objects.requireNonNullElse(spec.networkSpec().vcn().id(), "");
    String name = Objects.requireNonNullElse(part.name(), "");
    if (!vcn.isEmpty()) {
      Optional<PartIds> found =
          queries.resultOf(new NetworkParts(compartment(), vcn), PartIds.class);
      if (found.isEmpty()) {
        return "";
      }
      String id = kind.apply(found.get()).getOrDefault(name, "");
      if (!id.isEmpty()) {
        return id;
      }
    }
    throw PrerequisiteException.waiting(
        "WaitingForCluster",
        "%s %s of %s (%s) does not exist yet".formatted(what, name, object, field));
  }

  /** Freeform tags of all that is made for the cluster; none replaces what says whose it is. */
  public ObjectNode freeformTags() {
    ObjectNode tags = Json.MAPPER.createObjectNode();
    spec.freeformTags().entrySet().stream()
        .filter(tag -> !OciTags.RESERVED.contains(tag.getKey()))
        .forEach(tag -> tags.put(tag.getKey(), tag.getValue()));
    tags.put(OciTags.CREATED_BY, OciTags.PROVIDER);
    return tags.put(
        OciTags.CLUSTER_RESOURCE, Objects.requireNonNullElse(spec.ociResourceIdentifier(), ""));
  }

  /** Defined tags of all that is made for the cluster. */
  public JsonNode definedTags() {
    return Json.MAPPER.valueToTree(spec.definedTags());
  }
}
