package io.weir.clouds.aws;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.sun.net.httpserver.HttpServer;
import io.weir.clouds.CloudTime;
import io.weir.clouds.Faults;
import io.weir.clouds.InstanceEvents;
import io.weir.clouds.InstanceListener;
import io.weir.clouds.Journal;
import io.weir.clouds.aws.world.Image;
import io.weir.clouds.aws.world.Timing;
import io.weir.clouds.aws.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A running simulated AWS, listening on loopback. */
public final class AwsCloud implements AutoCloseable {
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
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("aws-", 0).factory());
  private final CloudTime time;
  private final Sites sites;
  private final HttpServer server;

  private AwsCloud(Builder builder) {
    time = builder.time == null ? CloudTime.scaled(1) : builder.time;
    sites = new Sites(builder.world, builder.timing, time, faults, journal, events);
    try {
      server =
          HttpServer.create(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), builder.port), BACKLOG);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    server.setExecutor(threads);
    server.createContext("/", new Gateway(sites, faults, journal)::handle);
    server.createContext(Control.PATH, new Control(this)::handle);
    server.start();
  }

  /** What to set before it starts; the defaults are a sandbox's. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts one with all defaults. */
  public static AwsCloud start() {
    return builder().start();
  }

  /** Where SDK clients shall go, for every service and region. */
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /**
   * What exists now, to go on from at another time: groups, refreshes, launch templates, instances,
   * published images. Not the journal, faults, and what only repeated requests would miss.
   */
  public String save() {
    return SavedCloud.of(sites);
  }

  /**
   * Goes on from another time; for a cloud of the same world in which nothing has happened yet.
   * Instances that run are told to listeners as started.
   *
   * @throws IllegalArgumentException when the text is none that {@link #save} made in this world
   */
  public void restore(String saved) {
    SavedCloud.restore(saved, sites);
  }

  /** What exists beforehand. */
  public World world() {
    return sites.world();
  }

  /** What it was asked. */
  public Journal journal() {
    return journal;
  }

  /**
   * What shall go wrong. Launches are found under the action {@code RunInstances}, with {@code
   * group/zone} as resource.
   */
  public Faults faults() {
    return faults;
  }

  /** The names of all calls that it knows, as faults and the journal have them. */
  public Set<String> operations() {
    return sites.everywhere().stream()
        .flatMap(
            site ->
                Stream.concat(
                    site.ec2().handlers().keySet().stream(),
                    site.autoScaling().handlers().keySet().stream()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Tells the listener of instances from now on. */
  public void listen(InstanceListener listener) {
    events.add(listener);
  }

  /** Ends an instance without warning; false if there is none of this id. */
  public boolean kill(String instanceId) {
    return sites.onInstance(instanceId, (site, machine) -> site.ec2().machines().kill(machine));
  }

  /** Publishes an image in every region. */
  public void publish(Image image) {
    sites.everywhere().forEach(site -> site.place().publish(image));
  }

  /** Every instance that is remembered: id, group, zone, state. */
  public List<Map<String, String>> instances() {
    List<Map<String, String>> all = new ArrayList<>();
    for (Site site : sites.all()) {
      site.place().locked(() -> all.addAll(site.ec2().machines().pictures()));
    }
    return all;
  }

  /**
   * What exists now, by account and region, without ids and times: as JSON with ordered keys, equal
   * for equal worlds.
   */
  public String state() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(picture());
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  Map<String, Object> picture() {
    Map<String, Object> picture = new TreeMap<>();
    for (Site site : sites.all()) {
      String name = site.place().account().id() + "/" + site.place().region().name();
      picture.put(
          name,
          site.place()
              .locked(
                  () ->
                      Map.of(
                          "groups", site.autoScaling().picture(),
                          "launchTemplates", site.ec2().templates().picture())));
    }
    return picture;
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
    private World world = World.of("workload");
    private Timing timing = Timing.standard();
    private @Nullable CloudTime time;
    private int port;

    private Builder() {}

    /** What exists beforehand; the default world of a cluster named workload if not set. */
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
    public AwsCloud start() {
      return new AwsCloud(this);
    }
  }
}
