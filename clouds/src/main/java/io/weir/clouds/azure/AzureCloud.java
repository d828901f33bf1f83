package io.weir.clouds.azure;

import io.weir.clouds.azure.arm.Subscription;
import io.weir.clouds.azure.authorization.AllowedActions;
import io.weir.clouds.azure.compute.Compute;
import io.weir.clouds.azure.compute.ImageCatalog;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.clouds.azure.seed.AzureTiming;
import io.weir.clouds.azure.seed.Location;
import io.weir.clouds.azure.seed.SubscriptionSeed;
import io.weir.clouds.http.CloudBuilder;
import io.weir.clouds.http.HttpCloud;
import io.weir.clouds.site.CloudContext;
import io.weir.clouds.site.Sites;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A running simulated Azure, listening on loopback. An instance's id is what stands behind {@code
 * azure://} in its Node's provider id.
 */
public final class AzureCloud extends HttpCloud<SubscriptionServices> {
  private final AzureSeedData azureSeedData;
  private final AzureProtocol protocol;
  private final AzureAdmin admin;

  private AzureCloud(
      AzureSeedData azureSeedData,
      AzureProtocol protocol,
      Sites<SubscriptionServices> sites,
      AzureAdmin admin,
      int port) {
    super("Azure", sites, protocol, port);
    this.azureSeedData = azureSeedData;
    this.protocol = protocol;
    this.admin = admin;
  }

  /** What to set before it starts; the defaults are a sandbox's. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts one with all defaults. */
  public static AzureCloud start() {
    return builder().start();
  }

  /** What exists beforehand. */
  public AzureSeedData seedData() {
    return azureSeedData;
  }

  /** What the cloud does unasked: evictions, quota, sizes that cannot be had, new images. */
  public AzureAdmin admin() {
    return admin;
  }

  /** Has everybody be allowed, from now on, these actions and nothing else. */
  public void restrictTo(AllowedActions actions) {
    protocol.restrict(Optional.of(actions));
  }

  /** Has everybody be allowed everything again. */
  public void unrestrict() {
    protocol.restrict(Optional.empty());
  }

  @Override
  public String launchAction() {
    return Compute.LAUNCH_ACTION;
  }

  @Override
  public Set<String> regions() {
    return azureSeedData.locations().stream()
        .map(Location::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Override
  public Set<String> zones() {
    Set<String> zones = new TreeSet<>();
    for (Location location : azureSeedData.locations()) {
      zones.add(location.name());
      location.zones().forEach(zone -> zones.add(Location.zoneLabel(location.name(), zone)));
    }
    return zones;
  }

  /** What to set before a cloud starts. */
  public static final class Builder extends CloudBuilder<Builder> {
    private static final int PAGE_SIZE = 100;

    private AzureSeedData azureSeedData = AzureSeedData.forCluster("workload");
    private AzureTiming azureTiming = AzureTiming.standard();
    private int pageSize = PAGE_SIZE;

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /** What exists beforehand; the default seed data of a cluster named workload if not set. */
    public Builder seedData(AzureSeedData newSeedData) {
      azureSeedData = newSeedData;
      return this;
    }

    /** How long things take. */
    public Builder timing(AzureTiming newTiming) {
      azureTiming = newTiming;
      return this;
    }

    /** How many items a page of a list has. */
    public Builder pageSize(int newPageSize) {
      pageSize = newPageSize;
      return this;
    }

    /** Starts it. */
    public AzureCloud start() {
      AzureSeedData seed = azureSeedData;
      AzureTiming timing = azureTiming;
      int items = pageSize;
      var images = new ImageCatalog(seed.images());
      CloudContext shared = newContext();
      var sites =
          new Sites<>(
              shared,
              seed.subscriptions().stream().map(SubscriptionSeed::id).toList(),
              (id, context) ->
                  SubscriptionServices.in(
                      new Subscription(
                          seed.subscription(id).orElseThrow(), seed, timing, items, context),
                      images));
      // What nobody has called yet can be told of quotas, too.
      sites.createAll();
      return withControlEndpoint(
          new AzureCloud(
              seed, new AzureProtocol(seed, shared), sites, new AzureAdmin(sites, images), port()));
    }
  }
}
