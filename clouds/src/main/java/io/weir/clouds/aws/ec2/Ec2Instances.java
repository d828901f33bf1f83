package io.weir.clouds.aws.ec2;

import io.weir.clouds.CloudFault;
import io.weir.clouds.InstanceState;
import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.seed.Subnet;
import io.weir.clouds.aws.wire.AwsErrorException;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The instances of one account and region, and how they come and go. */
public final class Ec2Instances {
  /** The name under which faults find launches. */
  public static final String LAUNCH_ACTION = "RunInstances";

  /** Told about instances under the lock of their account and region. */
  public interface Listener {
    /** The instance runs now. */
    void onRunning(Ec2Instance ec2Instance);

    /** The instance is going or gone, whoever ordered it. */
    void onTerminating(Ec2Instance ec2Instance);

    /** The instance is terminated. */
    void onTerminated(Ec2Instance ec2Instance);
  }

  private final AccountRegion accountRegion;
  private final LaunchChecks checks;
  private final SubnetAddresses subnetAddresses = new SubnetAddresses();
  private final Map<String, Ec2Instance> byId = new LinkedHashMap<>();
  private Optional<Listener> watcher = Optional.empty();

  Ec2Instances(AccountRegion accountRegion) {
    this.accountRegion = accountRegion;
    checks = new LaunchChecks(accountRegion);
  }

  /** Sets the one that is told. */
  public void setListener(Listener newWatcher) {
    watcher = Optional.of(newWatcher);
  }

  /** All that are remembered. */
  public Collection<Ec2Instance> all() {
    return byId.values();
  }

  /** The instance of this id, if it is remembered. */
  public Optional<Ec2Instance> withId(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /**
   * Orders an instance; it runs after its time to boot.
   *
   * @throws AwsErrorException as RunInstances would
   */
  public Ec2Instance launch(LaunchRequest launchRequest) {
    checks.check(launchRequest.data());
    String subject = launchRequest.group() + "/" + launchRequest.subnet().zone();
    if (strike(CloudFault.Kind.NO_CAPACITY, subject).isPresent()) {
      throw noCapacity(launchRequest);
    }
    Ec2Instance ec2Instance =
        new Ec2Instance(
            accountRegion.newId("i"),
            launchRequest,
            subnetAddresses.allocate(launchRequest.subnet()),
            accountRegion.now());
    byId.put(ec2Instance.id(), ec2Instance);
    accountRegion.journal().recordCreation("Instance", launchRequest.group());
    recordStep(ec2Instance);
    Duration extra =
        strike(CloudFault.Kind.SLOW_BOOT, subject).map(CloudFault::delay).orElse(Duration.ZERO);
    accountRegion.runLater(accountRegion.timing().boot().plus(extra), () -> run(ec2Instance));
    return ec2Instance;
  }

  /** Takes an instance of another time in, as far in its life as it was. */
  void add(Ec2Instance ec2Instance) {
    byId.put(ec2Instance.id(), ec2Instance);
    subnetAddresses.reserve(ec2Instance.subnet(), ec2Instance.ip());
  }

  /** Lets all instances go on with their lives, after they were taken in. */
  public void resume() {
    byId.values().forEach(this::resume);
  }

  private void recordStep(Ec2Instance ec2Instance) {
    accountRegion
        .journal()
        .recordInstance(
            accountRegion.exactNow(),
            ec2Instance.id(),
            ec2Instance.subnet().zone(),
            ec2Instance.launchRequest().group(),
            ec2Instance.state().phase(),
            ec2Instance.state() == Ec2Instance.State.RUNNING);
  }

  private void resume(Ec2Instance ec2Instance) {
    recordStep(ec2Instance);
    switch (ec2Instance.state()) {
      case PENDING -> accountRegion.runLater(accountRegion.timing().boot(), () -> run(ec2Instance));
      case RUNNING ->
          accountRegion
              .events()
              .publishStarted(ec2Instance.toInstance(accountRegion.region().name()));
      case SHUTTING_DOWN ->
          accountRegion.runLater(accountRegion.timing().shutdown(), () -> end(ec2Instance, false));
      case TERMINATED -> {}
    }
  }

  /** Shuts an instance down; repeating it changes nothing. */
  public void terminate(Ec2Instance ec2Instance) {
    if (alive(ec2Instance)) {
      boolean ran = ec2Instance.state() == Ec2Instance.State.RUNNING;
      ec2Instance.state(Ec2Instance.State.SHUTTING_DOWN);
      recordStep(ec2Instance);
      accountRegion.runLater(accountRegion.timing().shutdown(), () -> end(ec2Instance, ran));
      watcher.ifPresent(w -> w.onTerminating(ec2Instance));
    } else if (ec2Instance.state() == Ec2Instance.State.TERMINATED) {
      // Whoever asks for what happened already still has to hear of its end.
      accountRegion.runLater(
          Duration.ZERO, () -> watcher.ifPresent(w -> w.onTerminated(ec2Instance)));
    }
  }

  /** Ends an instance without warning, as failing hardware does; false if it is ending already. */
  public boolean kill(Ec2Instance ec2Instance) {
    if (!alive(ec2Instance)) {
      return false;
    }
    boolean ran = ec2Instance.state() == Ec2Instance.State.RUNNING;
    watcher.ifPresent(w -> w.onTerminating(ec2Instance));
    end(ec2Instance, ran);
    return true;
  }

  private void run(Ec2Instance ec2Instance) {
    if (ec2Instance.state() == Ec2Instance.State.PENDING) {
      ec2Instance.state(Ec2Instance.State.RUNNING);
      recordStep(ec2Instance);
      accountRegion.events().publishStarted(ec2Instance.toInstance(accountRegion.region().name()));
      watcher.ifPresent(w -> w.onRunning(ec2Instance));
    }
  }

  private void end(Ec2Instance ec2Instance, boolean ran) {
    if (ec2Instance.state() == Ec2Instance.State.TERMINATED) {
      return;
    }
    ec2Instance.state(Ec2Instance.State.TERMINATED);
    recordStep(ec2Instance);
    subnetAddresses.release(ec2Instance.subnet(), ec2Instance.ip());
    if (ran) {
      accountRegion
          .events()
          .publishTerminated(ec2Instance.toInstance(accountRegion.region().name()));
    }
    accountRegion.runLater(accountRegion.timing().retention(), () -> byId.remove(ec2Instance.id()));
    watcher.ifPresent(w -> w.onTerminated(ec2Instance));
  }

  private static boolean alive(Ec2Instance ec2Instance) {
    return ec2Instance.state() == Ec2Instance.State.PENDING
        || ec2Instance.state() == Ec2Instance.State.RUNNING;
  }

  /** Each instance as people see it. */
  public List<InstanceState> instanceStates() {
    return byId.values().stream()
        .map(
            ec2Instance ->
                new InstanceState(
                    ec2Instance.id(),
                    ec2Instance.launchRequest().group(),
                    ec2Instance.subnet().zone(),
                    ec2Instance.state().awsName(),
                    ec2Instance.state().phase()))
        .toList();
  }

  int freeAddresses(Subnet subnet) {
    return subnetAddresses.freeCount(subnet);
  }

  private Optional<CloudFault> strike(CloudFault.Kind kind, String subject) {
    return accountRegion.faults().takeMatching(EnumSet.of(kind), LAUNCH_ACTION, subject);
  }

  private AwsErrorException noCapacity(LaunchRequest launchRequest) {
    String zone = launchRequest.subnet().zone();
    String others =
        accountRegion.region().subnets().stream()
            .map(Subnet::zone)
            .distinct()
            .filter(other -> !other.equals(zone))
            .collect(Collectors.joining(", "));
    return new AwsErrorException(
        500,
        "InsufficientInstanceCapacity",
        "We currently do not have sufficient %1$s capacity in the Availability Zone you requested (%2$s). Our system will be working on provisioning additional capacity. You can currently get %1$s capacity by not specifying an Availability Zone in your request or choosing %3$s."
            .formatted(launchRequest.type(), zone, others));
  }
}
