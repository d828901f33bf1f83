package io.weir.provider.azure.machinepool.calls;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.CloudQuery;
import io.weir.provider.ProviderException;
import io.weir.provider.QueryResult;
import io.weir.provider.azure.account.calls.ArmApi;
import io.weir.provider.azure.account.calls.ArmClient;
import io.weir.provider.azure.account.calls.ArmRequest;
import io.weir.provider.azure.cloudconfig.UserAssignedIdentityQuery;
import io.weir.provider.azure.cloudconfig.UserAssignedIdentityQuery.ClientId;
import io.weir.provider.azure.image.MarketplaceVersionsQuery;
import io.weir.provider.azure.image.MarketplaceVersionsQuery.MarketplaceVersions;
import io.weir.provider.azure.size.VmSize;
import io.weir.provider.azure.size.VmSizeQuery;
import io.weir.provider.azure.size.VmSizeQuery.VmSizeResult;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Answers what {@link io.weir.provider.azure.machinepool.ScaleSetResolver} and {@link
 * io.weir.provider.azure.cloudconfig.CloudConfigSecret} ask.
 */
public record AzureQueryRunner(ArmClient arm) {

  /** Answers all questions, or none. */
  public Map<CloudQuery, QueryResult> run(Collection<CloudQuery> queries) throws ProviderException {
    var answers = new HashMap<CloudQuery, QueryResult>();
    var sizes = new HashMap<String, Map<String, VmSize>>();
    for (CloudQuery query : queries) {
      switch (query) {
        case VmSizeQuery size -> {
          String location = size.location();
          if (!sizes.containsKey(location)) {
            sizes.put(location, sizes(location));
          }
          answers.put(
              size,
              new VmSizeResult(Optional.ofNullable(sizes.get(location).get(key(size.name())))));
        }
        case UserAssignedIdentityQuery identity -> answers.put(identity, clientId(identity));
        case MarketplaceVersionsQuery images -> answers.put(images, versions(images));
        default -> throw new IllegalArgumentException("not asked of Azure: " + query);
      }
    }
    return answers;
  }

  /** One list has the sizes of a location; there is none of a single size. */
  private Map<String, VmSize> sizes(String location) throws ProviderException {
    var found = new TreeMap<String, VmSize>();
    ArmRequest request =
        ArmRequest.of(
                "ResourceSkus_List",
                ArmApi.SKUS,
                arm.scope().subscriptionPath() + "/providers/Microsoft.Compute/skus")
            .with("$filter", "location eq '%s'".formatted(location));
    for (JsonNode sku : arm.list(request)) {
      VmSize.read(sku, location).ifPresent(size -> found.put(key(size.name()), size));
    }
    return found;
  }

  /** Azure tells no small letters from capitals. */
  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private ClientId clientId(UserAssignedIdentityQuery query) throws ProviderException {
    ArmRequest request =
        ArmRequest.of("UserAssignedIdentities_Get", ArmApi.MANAGED_IDENTITY, query.path());
    String clientId =
        ProviderException.NotFound.asEmpty(() -> arm.get(request))
            .map(identity -> identity.at("/properties/clientId").asText(""))
            .orElse("");
    if (clientId.isEmpty()) {
      throw new ProviderException.Rejected(
          "there is no user-assigned identity %s: create it, or name another in spec.userAssignedIdentities"
              .formatted(query.path()),
          null);
    }
    return new ClientId(clientId);
  }

  private MarketplaceVersions versions(MarketplaceVersionsQuery query) throws ProviderException {
    ArmRequest request =
        ArmRequest.of(
            "VirtualMachineImages_List",
            ArmApi.COMPUTE,
            "%s/providers/Microsoft.Compute/locations/%s/publishers/%s/artifacttypes/vmimage/offers/%s/skus/%s/versions"
                .formatted(
                    arm.scope().subscriptionPath(),
                    query.location(),
                    query.publisher(),
                    query.offer(),
                    query.sku()));
    // Unlike other lists it is not in pages.
    List<String> versions =
        ProviderException.NotFound.asEmpty(() -> arm.get(request)).stream()
            .flatMap(JsonNode::valueStream)
            .map(version -> version.path("name").asText())
            .toList();
    return new MarketplaceVersions(versions);
  }
}
