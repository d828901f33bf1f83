package io.weir.clouds.scaleway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.weir.clouds.CloudClock;
import io.weir.clouds.ControlEndpoint;
import io.weir.clouds.FaultInjector;
import io.weir.clouds.InstanceEventDispatcher;
import io.weir.clouds.InstanceListener;
import io.weir.clouds.InstanceState;
import io.weir.clouds.Journal;
import io.weir.clouds.LoopbackServer;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.scaleway.k8s.KapsuleAdmin;
import io.weir.clouds.scaleway.k8s.KapsuleContext;
import io.weir.clouds.scaleway.k8s.KapsuleOperations;
import io.weir.clouds.scaleway.seed.KapsuleTiming;
import io.weir.clouds.scaleway.seed.Region;
import io.weir.clouds.scaleway.seed.ScalewaySeedData;
import io.weir.clouds.scaleway.wire.Routes;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A running simulated Scaleway, listening on loopback. */
public final class KapsuleCloud implements SimulatedCloud {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private final FaultInjector faultInjector = new FaultInjector();
  private final Journal journal = new Journal();
  private final InstanceEventDispatcher events = new InstanceEventDispatcher();
  private final CloudClock time;
  private final ScalewaySeedData scalewaySeedData;
  private final KapsuleOperations kapsuleOperations;
  private final Routes routes;
  private final LoopbackServer server;

  private KapsuleCloud(Builder builder) {
    time = builder.time == null ? CloudClock.scaled(1) : builder.time;
    scalewaySeedData = builder.scalewaySeedData;
    KapsuleContext kapsuleContext =
        new KapsuleContext(
            scalewaySeedData, builder.kapsuleTiming, time, faultInjector, journal, events);
    kapsuleOperations = new KapsuleOperations(kapsuleContext);
    routes = kapsuleOperations.routes();
    server =
        LoopbackServer.start(
            "scaleway",
            builder.port,
            Map.of(
                "/",
                new KapsuleRequestHandler(
                    kapsuleContext, kapsuleOperations, routes, faultInjector, journal),
                ControlEndpoint.PATH,
                new ControlEndpoint(this)));
  }

  /** What to set before it starts; the defaults are a sandbox's. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts one with all defaults. */
  public static KapsuleCloud start() {
    return builder().start();
  }

  @Override
  public String name() {
    return "Kapsule";
  }

  /** The API URL of Scaleway's SDKs. */
  @Override
  public URI endpoint() {
    return server.address();
  }

  /** What exists beforehand. */
  public ScalewaySeedData seedData() {
    return scalewaySeedData;
  }

  /** Clusters and pools are named by their names in it. */
  @Override
  public Journal journal() {
    return journal;
  }

  @Override
  public FaultInjector faults() {
    return faultInjector;
  }

  @Override
  public String launchAction() {
    return KapsuleOperations.LAUNCH_ACTION;
  }

  /** What the cloud does unasked: clusters, autoscaling, lost nodes, locks. */
  public KapsuleAdmin admin() {
    return kapsuleOperations.admin();
  }

  @Override
  public Set<String> operations() {
    return routes.actions();
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

  /** Nodes; their ids are those of their instances, and their groups the names of their pools. */
  @Override
  public List<InstanceState> instances() {
    return admin().instances();
  }

  /** Takes the id of an instance or of its node. */
  @Override
  public boolean killInstance(String instanceId) {
    return admin().kill(instanceId);
  }

  /** Clusters, pools and nodes. */
  @Override
  public String saveState() {
    return kapsuleOperations.save();
  }

  @Override
  public void restoreState(String saved) {
    kapsuleOperations.restore(saved);
  }

  /**
   * Tells the listener of instances from now on. An instance's metadata holds {@code cluster-id},
   * {@code node-id}, {@code provider-id}, {@code kubernetes-version} and {@code taints}; its tags
   * are the labels of its Node.
   */
  @Override
  public void addListener(InstanceListener listener) {
    events.addListener(listener);
  }

  /** By cluster and pool. */
  @Override
  public String comparableState() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(admin().comparableState());
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public void close() {
    server.close();
    time.close();
    events.close();
  }

  /** What to set before a cloud starts. */
  public static final class Builder {
    private ScalewaySeedData scalewaySeedData = ScalewaySeedData.standard();
    private KapsuleTiming kapsuleTiming = KapsuleTiming.standard();
    private @Nullable CloudClock time;
    private int port;

    private Builder() {}

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

    /** Who waits for it, the machine's clock if not set; the cloud closes it at its end. */
    public Builder clock(CloudClock newTime) {
      time = newTime;
      return this;
    }

    /** The port to listen on; any free one if not set. */
    public Builder port(int newPort) {
      port = newPort;
      return this;
    }

    /** Starts it. */
    public KapsuleCloud start() {
      return new KapsuleCloud(this);
    }
  }
}
