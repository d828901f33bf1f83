package io.weir.clouds.aws;

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
import io.weir.clouds.aws.ec2.Ec2Instances;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.clouds.aws.seed.AwsTiming;
import io.weir.clouds.aws.seed.Image;
import io.weir.clouds.aws.seed.Region;
import io.weir.clouds.aws.seed.Subnet;
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

  private final FaultInjector faultInjector = new FaultInjector();
  private final Journal journal = new Journal();
  private final InstanceEventDispatcher events = new InstanceEventDispatcher();
  private final CloudClock time;
  private final ServicesByRegion servicesByRegion;
  private final LoopbackServer server;

  private AwsCloud(Builder builder) {
    time = builder.time == null ? CloudClock.scaled(1) : builder.time;
    servicesByRegion =
        new ServicesByRegion(
            builder.awsSeedData, builder.awsTiming, time, faultInjector, journal, events);
    server =
        LoopbackServer.start(
            "aws",
            builder.port,
            Map.of(
                "/",
                new AwsRequestHandler(servicesByRegion, faultInjector, journal),
                ControlEndpoint.PATH,
                new ControlEndpoint(this)));
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
  public String saveState() {
    return AwsStateJson.toJson(servicesByRegion);
  }

  @Override
  public void restoreState(String saved) {
    AwsStateJson.restore(saved, servicesByRegion);
  }

  /** What exists beforehand. */
  public AwsSeedData seedData() {
    return servicesByRegion.seedData();
  }

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
    return Ec2Instances.LAUNCH_ACTION;
  }

  @Override
  public Set<String> operations() {
    return servicesByRegion.createAll().stream()
        .flatMap(
            regionalServices ->
                Stream.concat(
                    regionalServices.ec2().handlers().keySet().stream(),
                    regionalServices.autoScaling().handlers().keySet().stream()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Override
  public Set<String> regions() {
    return seedData().regions().stream()
        .map(Region::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Override
  public Set<String> zones() {
    return seedData().regions().stream()
        .flatMap(region -> region.subnets().stream())
        .map(Subnet::zone)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Override
  public void addListener(InstanceListener listener) {
    events.addListener(listener);
  }

  @Override
  public boolean killInstance(String instanceId) {
    return servicesByRegion.withInstance(
        instanceId,
        (regionalServices, ec2Instance) -> regionalServices.ec2().instances().kill(ec2Instance));
  }

  /** Publishes an image in every region. */
  public void publishImage(Image image) {
    servicesByRegion
        .createAll()
        .forEach(regionalServices -> regionalServices.accountRegion().publishImage(image));
  }

  @Override
  public List<InstanceState> instances() {
    List<InstanceState> all = new ArrayList<>();
    for (RegionalServices regionalServices : servicesByRegion.all()) {
      regionalServices
          .accountRegion()
          .withLock(() -> all.addAll(regionalServices.ec2().instances().instanceStates()));
    }
    return all;
  }

  /** By account and region. */
  @Override
  public String comparableState() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(picture());
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private Map<String, Object> picture() {
    Map<String, Object> picture = new TreeMap<>();
    for (RegionalServices regionalServices : servicesByRegion.all()) {
      String name =
          regionalServices.accountRegion().account().id()
              + "/"
              + regionalServices.accountRegion().region().name();
      picture.put(
          name,
          regionalServices
              .accountRegion()
              .withLock(
                  () ->
                      Map.of(
                          "groups", regionalServices.autoScaling().comparableState(),
                          "launchTemplates",
                              regionalServices.ec2().templates().comparableState())));
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
    private AwsSeedData awsSeedData = AwsSeedData.forCluster("workload");
    private AwsTiming awsTiming = AwsTiming.standard();
    private @Nullable CloudClock time;
    private int port;

    private Builder() {}

    /** What exists beforehand; the default seed data of a cluster named workload if not set. */
    public Builder seedData(AwsSeedData newSeedData) {
      awsSeedData = newSeedData;
      return this;
    }

    /** How long things take. */
    public Builder timing(AwsTiming newTiming) {
      awsTiming = newTiming;
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
    public AwsCloud start() {
      return new AwsCloud(this);
    }
  }
}
