package io.weir.clouds.aws;

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
import io.weir.clouds.aws.ec2.Machines;
import io.weir.clouds.aws.world.Image;
import io.weir.clouds.aws.world.Region;
import io.weir.clouds.aws.world.Subnet;
import io.weir.clouds.aws.world.Timing;
import io.weir.clouds.aws.world.World;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A running simulated AWS, listening on loopback. */
public final class AwsCloud implements SimulatedCloud {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private final Faults faults = new Faults();
  private final Journal journal = new Journal();
  private final InstanceEvents events = new InstanceEvents();
  private final CloudTime time;
  private final Sites sites;
  private final LoopbackServer server;

  private AwsCloud(Builder builder) {
    time = builder.time == null ? CloudTime.scaled(1) : builder.time;
    sites = new Sites(builder.world, builder.timing, time, faults, journal, events);
    server =
        LoopbackServer.start(
            "aws",
            builder.port,
            Map.of("/", new Gateway(sites, faults, journal), Control.PATH, new Control(this)));
  }

  /** What to set before it starts; the defaults are a sandbox's. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts one with all defaults. */
  public static AwsCloud start() {
    return builder().start();
  }

  @Override
  public String name() {
    return "AWS";
  }

  /** Where SDK clients shall go, for every service and region. */
  @Override
  public URI endpoint() {
    return server.address();
  }

  /** Groups, refreshes, launch templates, instances, published images, and what requests did. */
  @Override
  public String save() {
    return SavedCloud.of(sites);
  }

  @Override
  public void restore(String saved) {
    SavedCloud.restore(saved, sites);
  }

  /** What exists beforehand. */
  public World world() {
    return sites.world();
  }

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
    return Machines.LAUNCH;
  }

  @Override
  public Set<String> operations() {
    return sites.everywhere().stream()
        .flatMap(
            site ->
                Stream.concat(
                    site.ec2().handlers().keySet().stream(),
                    site.autoScaling().handlers().keySet().stream()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Override
  public Set<String> regions() {
    return world().regions().stream()
        .map(Region::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Override
  public Set<String> zones() {
    return world().regions().stream()
        .flatMap(region -> region.subnets().stream())
        .map(Subnet::zone)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Override
  public void listen(InstanceListener listener) {
    events.add(listener);
  }

  @Override
  public boolean kill(String instanceId) {
    return sites.onInstance(instanceId, (site, machine) -> site.ec2().machines().kill(machine));
  }

  /** Publishes an image in every region. */
  public void publish(Image image) {
    sites.everywhere().forEach(site -> site.place().publish(image));
  }

  @Override
  public List<InstanceState> instances() {
    List<InstanceState> all = new ArrayList<>();
    for (Site site : sites.all()) {
      site.place().locked(() -> all.addAll(site.ec2().machines().pictures()));
    }
    return all;
  }

  /** By account and region. */
  @Override
  public String state() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(picture());
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private Map<String, Object> picture() {
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
    server.close();
    time.close();
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
