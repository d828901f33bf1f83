package io.weir.clouds.aws.ec2;

import io.weir.clouds.InstanceState.Phase;
import io.weir.clouds.SimulatedInstance;
import io.weir.clouds.aws.seed.Subnet;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** An EC2 instance as its control plane sees it. */
public final class Ec2Instance {
  /** The states of an instance, with the numbers that EC2 gives them. */
  public enum State {
    /** Ordered. */
    PENDING(0, "pending", Phase.PENDING),
    /** Its operating system runs or boots. */
    RUNNING(16, "running", Phase.RUNNING),
    /** Going down for good. */
    SHUTTING_DOWN(32, "shutting-down", Phase.TERMINATING),
    /** Gone. */
    TERMINATED(48, "terminated", Phase.TERMINATED);

    private final int code;
    private final String word;
    private final Phase phase;

    State(int code, String word, Phase phase) {
      this.code = code;
      this.word = word;
      this.phase = phase;
    }

    int code() {
      return code;
    }

    String awsName() {
      return word;
    }

    Phase phase() {
      return phase;
    }
  }

  private final String id;
  private final LaunchRequest launchRequest;
  private final String ip;
  private final Instant launched;
  private final Map<String, String> tags;
  private State state = State.PENDING;

  Ec2Instance(String id, LaunchRequest launchRequest, String ip, Instant launched) {
    this.id = id;
    this.launchRequest = launchRequest;
    this.ip = ip;
    this.launched = launched;
    tags = new TreeMap<>(launchRequest.tags());
  }

  /** Its id. */
  public String id() {
    return id;
  }

  /** What it was launched from. */
  public LaunchRequest launchRequest() {
    return launchRequest;
  }

  /** Where it is. */
  public Subnet subnet() {
    return launchRequest.subnet();
  }

  /** When it was ordered. */
  public Instant launchTime() {
    return launched;
  }

  /** Where in its life it is. */
  public State state() {
    return state;
  }

  void state(State next) {
    state = next;
  }

  Map<String, String> tags() {
    return tags;
  }

  String ip() {
    return ip;
  }

  /** The name that EC2 gives it in the network; us-east-1 has a domain of its own. */
  String dnsName(String region) {
    String domain = region.equals("us-east-1") ? "ec2.internal" : region + ".compute.internal";
    return "ip-" + ip.replace('.', '-') + "." + domain;
  }

  SimulatedInstance toInstance(String region) {
    return new SimulatedInstance(
        id,
        launchRequest.group(),
        region,
        subnet().zone(),
        dnsName(region),
        ip,
        launchRequest.type(),
        launchRequest.imageId(),
        launchRequest.userData(),
        tags,
        metadata(region));
  }

  private Map<String, String> metadata(String region) {
    Map<String, String> paths = new LinkedHashMap<>();
    paths.put("ami-id", launchRequest.imageId());
    paths.put("hostname", dnsName(region));
    paths.put("instance-id", id);
    paths.put("instance-life-cycle", launchRequest.spot() ? "spot" : "on-demand");
    paths.put("instance-type", launchRequest.type());
    paths.put("local-hostname", dnsName(region));
    paths.put("local-ipv4", ip);
    paths.put("placement/availability-zone", subnet().zone());
    paths.put("placement/region", region);
    if (launchRequest.hasMetadataTags()) {
      tags.forEach((key, value) -> paths.put("tags/instance/" + key, value));
    }
    return paths;
  }
}
