package io.weir.clouds.oci;

import io.weir.clouds.http.CloudBuilder;
import io.weir.clouds.http.HttpCloud;
import io.weir.clouds.http.RestProtocol;
import io.weir.clouds.oci.compute.ComputeOperations;
import io.weir.clouds.oci.oke.OkeOperations;
import io.weir.clouds.oci.region.NetworkOperations;
import io.weir.clouds.oci.region.OciSite;
import io.weir.clouds.oci.seed.OciSeedData;
import io.weir.clouds.oci.seed.OciTiming;
import io.weir.clouds.site.Sites;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A running simulated Oracle Cloud, listening on loopback for all services. Node pools are named by
 * their names in its journal. An instance's metadata holds {@code cluster-id} and {@code
 * kubernetes-version}; its tags are the labels of its Node.
 */
public final class OciCloud extends HttpCloud<OciServices> {
  /** Its only site. */
  static final String SITE = "oci";

  private final OciSeedData seedData;

  private OciCloud(OciSeedData seedData, Sites<OciServices> sites, int port) {
    super(
        "Oracle Cloud",
        sites,
        new RestProtocol<>(OciServices.ROUTES, new OciDialect(seedData, sites)),
        port);
    this.seedData = seedData;
  }

  /** What to set before it starts; the defaults are a sandbox's. */
  public static Builder builder() {
    return new Builder();
  }

  /** What exists beforehand. */
  public OciSeedData seedData() {
    return seedData;
  }

  @Override
  public String launchAction() {
    return OciSite.LAUNCH;
  }

  /** Clusters and node pools: what the cloud has, and does unasked. */
  public OkeOperations oke() {
    return sites().get(SITE).oke();
  }

  /** Instance pools and their configurations. */
  public ComputeOperations compute() {
    return sites().get(SITE).compute();
  }

  /** Subnets and security groups. */
  public NetworkOperations network() {
    return sites().get(SITE).network();
  }

  @Override
  public Set<String> regions() {
    return Set.of(seedData.region());
  }

  @Override
  public Set<String> zones() {
    return new TreeSet<>(seedData.availabilityDomains());
  }

  /** What to set before a cloud starts. */
  public static final class Builder extends CloudBuilder<Builder> {
    private OciSeedData seedData = OciSeedData.standard();
    private OciTiming timing = OciTiming.standard();

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /** What exists beforehand; {@link OciSeedData#standard} if not set. */
    public Builder seedData(OciSeedData newSeedData) {
      seedData = newSeedData;
      return this;
    }

    /** How long things take. */
    public Builder timing(OciTiming newTiming) {
      timing = newTiming;
      return this;
    }

    /** Starts it. */
    public OciCloud start() {
      OciSeedData seed = seedData;
      OciTiming times = timing;
      var sites =
          new Sites<>(
              newContext(),
              List.of(SITE),
              (_, context) -> new OciServices(new OciSite(seed, times, context)));
      // Its only site is there from the beginning, empty.
      sites.createAll();
      return withControlEndpoint(new OciCloud(seed, sites, port()));
    }
  }
}
