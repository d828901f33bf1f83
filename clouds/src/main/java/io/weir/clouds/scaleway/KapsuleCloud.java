package io.weir.clouds.scaleway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.sun.net.httpserver.HttpServer;
import io.weir.clouds.CloudTime;
import io.weir.clouds.Faults;
import io.weir.clouds.InstanceEvents;
import io.weir.clouds.InstanceListener;
import io.weir.clouds.Journal;
import io.weir.clouds.scaleway.k8s.Hand;
import io.weir.clouds.scaleway.k8s.Kapsule;
import io.weir.clouds.scaleway.k8s.Place;
import io.weir.clouds.scaleway.wire.Routes;
import io.weir.clouds.scaleway.world.Timing;
import io.weir.clouds.scaleway.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** A running simulated Scaleway, listening on loopback. */
public final class KapsuleCloud implements AutoCloseable {
  private static final int BACKLOG = 256;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  static {
    // Without it each answer waits for the acknowledgement of its head, 40 ms on Linux. The server
    // reads it once for the whole process, so it cannot be an option of ours.
    if (System.getProperty("sun.net.httpserver.nodelay") == null) {
      System.setProperty("sun.net.httpserver.nodelay", "true");
    }
  }

  private final Faults faults = new Faults();
  private final Journal journal = new Journal();
  private final InstanceEvents events = new InstanceEvents();
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("scaleway-", 0).factory());
  private final CloudTime time;
  private final World world;
  private final Kapsule kapsule;
  private final Routes routes;
  private final HttpServer server;

  private KapsuleCloud(Builder builder) {
    time = builder.time == null ? CloudTime.scaled(1) : builder.time;
    world = builder.world;
    Place place = new Place(world, builder.timing, time, faults, journal, events);
    kapsule = new Kapsule(place);
    routes = kapsule.routes();
    try {
      server =
          HttpServer.create(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), builder.port), BACKLOG);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    server.setExecutor(threads);
    server.createContext("/", new Gateway(place, kapsule, routes, faults, journal)::handle);
    server.start();
  }

  /** What to set before it starts; the defaults are a sandbox's. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts one with all defaults. */
  public static KapsuleCloud start() {
    return builder().start();
  }

  /** Where clients shall go: the API URL of Scaleway's SDKs. */
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** What exists beforehand. */
  public World world() {
    return world;
  }

  /** What it was asked; clusters and pools are named by their names. */
  public Journal journal() {
    return journal;
  }

  /**
   * What shall go wrong. The making of nodes is found under the action {@code CreateNode}, with
   * {@code pool/zone} as resource.
   */
  public Faults faults() {
    return faults;
  }

  /** What the cloud does unasked: clusters, autoscaling, lost nodes, locks. */
  public Hand hand() {
    return kapsule.hand();
  }

  /** The names of all calls that it knows, as faults and the journal have them. */
  public Set<String> operations() {
    return routes.actions();
  }

  /**
   * Tells the listener of instances from now on. An instance's metadata holds {@code cluster-id},
   * {@code node-id}, {@code provider-id}, {@code kubernetes-version} and {@code taints}; its tags
   * are the labels of its Node.
   */
  public void listen(InstanceListener listener) {
    events.add(listener);
  }

  /**
   * What exists now, by cluster and pool, without ids and times: as JSON with ordered keys, equal
   * for equal worlds.
   */
  public String state() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(hand().picture());
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    time.close();
    threads.shutdownNow();
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
