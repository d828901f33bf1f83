package io.weir.clouds.oci.region;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.http.RestResponse;
import io.weir.clouds.oci.seed.OciSeedData;
import io.weir.clouds.oci.wire.OciCall;
import io.weir.clouds.oci.wire.OciPage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What of Identity and Network the users of other services ask. */
public final class NetworkOperations {
  private final OciSite site;
  private final Map<String, String> networkParts = new LinkedHashMap<>();

  /** A region without networks. */
  public NetworkOperations(OciSite site) {
    this.site = site;
  }

  /** Lists availability domains. */
  public RestResponse availabilityDomains(OciCall call) {
    site.requireCompartment(call.required("compartmentId"));
    ArrayNode domains = JsonNodeFactory.instance.arrayNode();
    for (String name : site.seedData().availabilityDomains()) {
      domains.addObject().put("name", name);
    }
    return RestResponse.ok(domains);
  }

  /** Lists the fault domains of one. */
  public RestResponse faultDomains(OciCall call) {
    String domain = call.required("availabilityDomain");
    ArrayNode domains = JsonNodeFactory.instance.arrayNode();
    for (String name : OciSeedData.FAULT_DOMAINS) {
      domains.addObject().put("name", name).put("availabilityDomain", domain);
    }
    return RestResponse.ok(domains);
  }

  /** Lists subnets or security groups, by the kind in their OCIDs. */
  public RestResponse networkParts(String kind, OciCall call) {
    site.requireCompartment(call.required("compartmentId"));
    List<JsonNode> found =
        networkParts.entrySet().stream()
            .filter(part -> part.getKey().startsWith("ocid1." + kind + "."))
            .<JsonNode>map(
                part ->
                    JsonNodeFactory.instance
                        .objectNode()
                        .put("id", part.getKey())
                        .put("displayName", part.getValue())
                        .put("lifecycleState", "AVAILABLE"))
            .toList();
    return OciPage.of(found, call);
  }

  /** Makes a subnet or a network security group, and returns its OCID. */
  public String addNetworkPart(String kind, String name) {
    return site.withLock(
        () -> {
          String id = site.newOcid(kind);
          networkParts.put(id, name);
          return id;
        });
  }

  /** For {@link io.weir.clouds.site.SiteServices#save}. */
  public ObjectNode save() {
    ObjectNode parts = JsonNodeFactory.instance.objectNode();
    networkParts.forEach(parts::put);
    return parts;
  }

  /** For {@link io.weir.clouds.site.SiteServices#load}. */
  public void load(JsonNode saved) {
    saved.properties().forEach(part -> networkParts.put(part.getKey(), part.getValue().asText()));
  }
}
