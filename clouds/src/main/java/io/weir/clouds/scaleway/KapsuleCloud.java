package io.weir.clouds.scaleway;

import io.weir.clouds.http.CloudBuilder;
import io.weir.clouds.http.HttpCloud;
import io.weir.clouds.http.RestProtocol;
import io.weir.clouds.scaleway.k8s.KapsuleAdmin;
import io.weir.clouds.scaleway.k8s.KapsuleOperations;
import io.weir.clouds.scaleway.k8s.KapsuleSite;
import io.weir.clouds.scaleway.seed.KapsuleTiming;
import io.weir.clouds.scaleway.seed.Region;
import io.weir.clouds.scaleway.seed.ScalewaySeedData;
import io.weir.clouds.site.Sites;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A running simulated Scaleway, listening on loopback. Clusters and pools are named by their names
 * in its journal. An instance's metadata holds {@code cluster-id}, {@code node-id}, {@code
 * provider-id}, {@code kubernetes-version} and {@code taints}; its tags are the labels of its Node.
 * The id of an instance or of its node ends it.
 */
public final class KapsuleCloud extends HttpCloud<KapsuleOperations> {
  /** All regions lie under one lock, as ids and the quota are counted over all of them. */
  static final String SITE = "kapsule";

  private final ScalewaySeedData scalewaySeedData;

  private KapsuleCloud(
      ScalewaySeedData scalewaySeedData, Sites<KapsuleOperations> sites, int port) {
    super(
        "Kapsule",
        sites,
        new RestProtocol<>(KapsuleOperations.ROUTES, new KapsuleDialect(scalewaySeedData, sites)),
        port);
    this.scalewaySeedData = scalewaySeedData;
  }

  /** What to set before it starts; the defaults are a sandbox's. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts one with all defaults. */
  public static KapsuleCloud start() {
    return builder().start();
  }

  /** What exists beforehand. */
  public ScalewaySeedData seedData() {
    return scalewaySeedData;
  }

  @Override
  public String launchAction() {
    return KapsuleOperations.LAUNCH_ACTION;
  }

  /** What the cloud does unasked: clusters, autoscaling, lost nodes, locks. */
  public KapsuleAdmin admin() {
    return sites().get(SITE).admin();
  }

  /** Those with a cluster; all while there is none. */
  @Override
  public Set<String> regions() {
    Set<String> used =
        admin().clusters().stream()
            .map(cluster -> cluster.path("region").asText())
            .collect(Collectors.toCollection(TreeSet::new));
    return used.isEmpty()
        ? scalewaySeedData.regions().stream()
            .map(Region::name)
            .collect(Collectors.toCollection(TreeSet::new))
        : used;
  }

  @Override
  public Set<String> zones() {
    Set<String> regions = regions();
    return scalewaySeedData.regions().stream()
        .filter(region -> regions.contains(region.name()))
        .flatMap(region -> region.zones().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** What to set before a cloud starts. */
  public static final class Builder extends CloudBuilder<Builder> {
    private ScalewaySeedData scalewaySeedData = ScalewaySeedData.standard();
    private KapsuleTiming kapsuleTiming = KapsuleTiming.standard();

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /** What exists beforehand; {@link ScalewaySeedData#standard} if not set. */
    public Builder seedData(ScalewaySeedData newSeedData) {
      scalewaySeedData = newSeedData;
      return this;
    }

    /** How long things take. */
    public Builder timing(KapsuleTiming newTiming) {
      kapsuleTiming = newTiming;
      return this;
    }

    /** Starts it. */
    public KapsuleCloud start() {
      ScalewaySeedData seed = scalewaySeedData;
      KapsuleTiming timing = kapsuleTiming;
      var sites =
          new Sites<>(
              newContext(),
              List.of(SITE),
              (_, context) -> new KapsuleOperations(new KapsuleSite(seed, timing, context)));
      // Its only site is there from the beginning, empty.
      sites.createAll();
      return withControlEndpoint(new KapsuleCloud(seed, sites, port()));
    }
  }
}
