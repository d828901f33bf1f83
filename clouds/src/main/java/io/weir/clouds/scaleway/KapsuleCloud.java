package io.weir.clouds.scaleway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.weir.clouds.CloudTime;
import io.weir.clouds.Control;
import io.weir.clouds.Faults;
import io.weir.clouds.InstanceEvents;
import io.weir.clouds.InstanceListener;
import io.weir.clouds.InstanceState;
import io.weir.clouds.Journal;
import io.weir.clouds.LoopbackServer;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.scaleway.k8s.Hand;
import io.weir.clouds.scaleway.k8s.Kapsule;
import io.weir.clouds.scaleway.k8s.Place;
import io.weir.clouds.scaleway.wire.Routes;
import io.weir.clouds.scaleway.world.Region;
import io.weir.clouds.scaleway.world.Timing;
import io.weir.clouds.scaleway.world.World;
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

  private final Faults faults = new Faults();
  private final Journal journal = new Journal();
  private final InstanceEvents events = new InstanceEvents();
  private final CloudTime time;
  private final World world;
  private final Kapsule kapsule;
  private final Routes routes;
  private final LoopbackServer server;

  private KapsuleCloud(Builder builder) {
    time = builder.time == null ? CloudTime.scaled(1) : builder.time;
    world = builder.world;
    Place place = new Place(world, builder.timing, time, faults, journal, events);
    kapsule = new Kapsule(place);
    routes = kapsule.routes();
    server =
        LoopbackServer.start(
            "scaleway",
            builder.port,
            Map.of(
                "/",
                new Gateway(place, kapsule, routes, faults, journal),
                Control.PATH,
                new Control(this)));
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
  public World world() {
    return world;
  }

  /** Clusters and pools are named by their names in it. */
  @Override
  public Journal journal() {
    return journal;
  }

  @Override
  public Faults faults() {
    return faults;
  }

  @Override
  public String launch() {
    return Kapsule.LAUNCH;
  }

  /** What the cloud does unasked: clusters, autoscaling, lost nodes, locks. */
  public Hand hand() {
    return kapsule.hand();
  }

  @Override
  public Set<String> operations() {
    return routes.actions();
  }

  /** Those with a cluster; all while there is none. */
  @Override
  public Set<String> regions() {
    Set<String> used =
        hand().clusters().stream()
            .map(cluster -> cluster.path("region").asText())
            .collect(Collectors.toCollection(TreeSet::new));
    return used.isEmpty()
        ? world.regions().stream().map(Region::name).collect(Collectors.toCollection(TreeSet::new))
        : used;
  }

  @Override
  public Set<String> zones() {
    Set<String> regions = regions();
    return world.regions().stream()
        .filter(region -> regions.contains(region.name()))
        .flatMap(region -> region.zones().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Nodes; their ids are those of their instances, and their groups the names of their pools. */
  @Override
  public List<InstanceState> instances() {
    return hand().instances();
  }

  /** Takes the id of an instance or of its node. */
  @Override
  public boolean kill(String instanceId) {
    return hand().kill(instanceId);
  }

  /** Clusters, pools and nodes. */
  @Override
  public String save() {
    return kapsule.save();
  }

  @Override
  public void restore(String saved) {
    kapsule.restore(saved);
  }

  /**
   * Tells the listener of instances from now on. An instance's metadata holds {@code cluster-id},
   * {@code node-id}, {@code provider-id}, {@code kubernetes-version} and {@code taints}; its tags
   * are the labels of its Node.
   */
  @Override
  public void listen(InstanceListener listener) {
    events.add(listener);
  }

  /** By cluster and pool. */
  @Override
  public String state() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(hand().picture());
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
    private World world = World.standard();
    private Timing timing = Timing.standard();
    private @Nullable CloudTime time;
    private int port;

    private Builder() {}

    /** What exists beforehand; {@link World#standard} if not set. */
    public Builder world(World newWorld) {
      world = newWorld;
      return this;
    }

    /** How long things take. */
    public Builder timing(Timing newTiming) {
      timing = newTiming;
      return this;
    }

    /** Who waits for it, the machine's clock if not set; the cloud closes it at its end. */
    public Builder time(CloudTime newTime) {
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
