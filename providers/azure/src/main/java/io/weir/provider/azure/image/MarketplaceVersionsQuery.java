package io.weir.provider.azure.image;

import io.weir.provider.CloudQuery;
import io.weir.provider.QueryResult;
import java.time.Duration;
import java.util.List;

/** Which versions of a marketplace image a region has. */
public record MarketplaceVersionsQuery(String location, String publisher, String offer, String sku)
    implements CloudQuery {

  /** The answer; none if there is no such image. */
  public record MarketplaceVersions(List<String> versions) implements QueryResult {
    public MarketplaceVersions {
      versions = List.copyOf(versions);
    }
  }

  @Override
  public Duration maxAge() {
    return Duration.ofHours(1);
  }
}
