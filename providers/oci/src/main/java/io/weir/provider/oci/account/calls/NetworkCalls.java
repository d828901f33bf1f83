package io.weir.provider.oci.account.calls;

import static io.weir.provider.http.JsonApiClient.urlEncode;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.ProviderException;
import io.weir.provider.oci.account.NetworkQueries.AvailabilityDomains;
import io.weir.provider.oci.account.NetworkQueries.DomainNames;
import io.weir.provider.oci.account.NetworkQueries.NetworkParts;
import io.weir.provider.oci.account.NetworkQueries.PartIds;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Looks up what clusters are made of.
 *
 * @param client the client of a scope
 */
public record NetworkCalls(OciClient client) {
  private static final String API = "/20160918";

  /** The availability domains of the region, with their fault domains. */
  public DomainNames domains(AvailabilityDomains asked) throws ProviderException {
    String compartment = "?compartmentId=" + urlEncode(asked.compartment());
    var domains = new TreeMap<String, List<String>>();
    for (JsonNode domain :
        client.list("ListAvailabilityDomains", API + "/availabilityDomains" + compartment)) {
      String name = domain.path("name").asText("");
      String query = compartment + "&availabilityDomain=" + urlEncode(name);
      domains.put(
          name,
          client.list("ListFaultDomains", API + "/faultDomains" + query).stream()
              .map(each -> each.path("name").asText(""))
              .toList());
    }
    return new DomainNames(domains);
  }

  /** The subnets and security groups of a network. */
  public PartIds parts(NetworkParts asked) throws ProviderException {
    String query =
        "?compartmentId=%s&vcnId=%s&limit=1000"
            .formatted(urlEncode(asked.compartment()), urlEncode(asked.vcn()));
    return new PartIds(
        ids(client.list("ListSubnets", API + "/subnets" + query)),
        ids(client.list("ListNetworkSecurityGroups", API + "/networkSecurityGroups" + query)));
  }

  private static Map<String, String> ids(List<JsonNode> parts) {
    var ids = new HashMap<String, String>();
    var several = new HashSet<String>();
    for (JsonNode part : parts) {
      if (part.path("lifecycleState").asText("").equals("AVAILABLE")) {
        String name = part.path("displayName").asText("");
        if (ids.put(name, part.path("id").asText("")) != null) {
          several.add(name);
        }
      }
    }
    ids.keySet().removeAll(several);
    return ids;
  }
}
