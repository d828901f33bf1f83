package io.weir.clouds.gcp;

import io.weir.clouds.gcp.compute.Project;
import io.weir.clouds.gcp.container.ContainerEngine;
import io.weir.clouds.gcp.seed.GcpSeedData;
import io.weir.clouds.gcp.seed.GcpTiming;
import io.weir.clouds.http.CloudBuilder;
import io.weir.clouds.http.HttpCloud;
import io.weir.clouds.http.RestProtocol;
import io.weir.clouds.site.CloudContext;
import io.weir.clouds.site.Sites;
import java.util.Set;
import java.util.TreeSet;

/**
 * A running simulated Compute Engine and Kubernetes Engine, with the token service of Google,
 * listening on loopback. An instance's id is what stands behind {@code gce://} in its Node's
 * provider ID.
 */
public final class GcpCloud extends HttpCloud<ProjectServices> {
  private final GcpSeedData seedData;
  private final GcpAdmin admin;

  private GcpCloud(GcpSeedData seedData, Sites<ProjectServices> sites, int port) {
    super(
        "Google Cloud",
        sites,
        new GcpProtocol(
            seedData,
            new RestProtocol<>(GcpRoutes.ofCompute(), new GcpDialect(seedData)),
            new RestProtocol<>(GcpRoutes.ofContainer(), new ContainerDialect(seedData))),
        port);
    this.seedData = seedData;
    this.admin = new GcpAdmin(sites);
  }

  /** What to set before it starts; the defaults are a sandbox's. */
  public static Builder builder() {
    return new Builder();
  }

  /** What exists beforehand. */
  public GcpSeedData seedData() {
    return seedData;
  }

  /** Clusters and node pools of a project: what there is, and what is done unasked. */
  public ContainerEngine engine(String project) {
    return sites().get(project).engine();
  }

  /** What the cloud does unasked: quota, zones out of reach. */
  public GcpAdmin admin() {
    return admin;
  }

  @Override
  public String launchAction() {
    return "LaunchInstance";
  }

  @Override
  public Set<String> regions() {
    return new TreeSet<>(seedData.regions().keySet());
  }

  @Override
  public Set<String> zones() {
    var zones = new TreeSet<String>();
    seedData.regions().values().forEach(zones::addAll);
    return zones;
  }

  /** What to set before a cloud starts. */
  public static final class Builder extends CloudBuilder<Builder> {
    private static final int PAGE_SIZE = 500;

    private GcpSeedData seedData = GcpSeedData.standard();
    private GcpTiming timing = GcpTiming.standard();
    private int pageSize = PAGE_SIZE;

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /** What exists beforehand. */
    public Builder seedData(GcpSeedData newSeedData) {
      seedData = newSeedData;
      return this;
    }

    /** How long things take. */
    public Builder timing(GcpTiming newTiming) {
      timing = newTiming;
      return this;
    }

    /** How many items a page of a list has at most. */
    public Builder pageSize(int newPageSize) {
      pageSize = newPageSize;
      return this;
    }

    /** Starts it. */
    public GcpCloud start() {
      GcpSeedData seed = seedData;
      GcpTiming times = timing;
      int items = pageSize;
      CloudContext shared = newContext();
      var sites =
          new Sites<>(
              shared,
              seed.projects(),
              (id, context) -> ProjectServices.in(new Project(id, seed, times, items, context)));
      // What nobody has called yet can be told of quotas, too.
      sites.createAll();
      return withControlEndpoint(new GcpCloud(seed, sites, port()));
    }
  }
}
