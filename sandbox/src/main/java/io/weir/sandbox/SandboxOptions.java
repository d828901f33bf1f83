package io.weir.sandbox;

import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.clouds.aws.seed.AwsTiming;
import io.weir.clouds.node.FleetOptions;
import io.weir.clouds.node.cloudcontroller.CloudControllerOptions;
import io.weir.sandbox.manager.CdsArchive;
import io.weir.sandbox.manager.ManagerJvm;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.SandboxCloud;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a sandbox is made.
 *
 * @param directory under which its own directory is made, and deleted at its end
 * @param awsSeedData what exists in the cloud beforehand
 * @param awsTiming how long things take in the cloud
 * @param fleet how machines behave
 * @param cloudController how the cluster's cloud controller behaves
 * @param managerArguments further arguments of the manager
 * @param jvmOptions of the manager
 * @param interactive what somebody wants who stays in it
 * @param cloud whose pools are shown
 */
public record SandboxOptions(
    Path directory,
    AwsSeedData awsSeedData,
    AwsTiming awsTiming,
    FleetOptions fleet,
    CloudControllerOptions cloudController,
    List<String> managerArguments,
    List<String> jvmOptions,
    InteractiveOptions interactive,
    SandboxCloud cloud) {

  public SandboxOptions {
    managerArguments = List.copyOf(managerArguments);
    jvmOptions = List.copyOf(jvmOptions);
  }

  /** What suits a person who tries the example: the cloud's times, and the shipped manager. */
  public static SandboxOptions defaults() {
    return new SandboxOptions(
        sandboxDirectories().getFirst(),
        AwsSeedData.forCluster(ExamplePools.CLUSTER),
        AwsTiming.standard(),
        FleetOptions.defaults(),
        CloudControllerOptions.defaults(),
        List.of(),
        ManagerJvm.OPTIONS,
        InteractiveOptions.none(),
        SandboxCloud.AWS);
  }

  /** The directories under which sandboxes have theirs: those that go, and those that are kept. */
  public static List<Path> sandboxDirectories() {
    Path cache =
        Workspace.cacheDirectory(System.getenv(), Path.of(System.getProperty("user.home")));
    return List.of(cache.resolve("sandbox"), cache.resolve("kept"));
  }

  /** Under which kept sandboxes have their files. */
  Path savedDirectory() {
    return directory.resolveSibling("kept");
  }

  /** Where the sandbox that is kept by this name has its files. */
  public Path savedDirectory(String name) {
    return savedDirectory().resolve(name);
  }

  /** With its directory under this one. */
  public SandboxOptions inDirectory(Path newDirectory) {
    return new SandboxOptions(
        newDirectory,
        awsSeedData,
        awsTiming,
        fleet,
        cloudController,
        managerArguments,
        jvmOptions,
        interactive,
        cloud);
  }

  /** With other seed data. */
  public SandboxOptions with(AwsSeedData newSeedData) {
    return new SandboxOptions(
        directory,
        newSeedData,
        awsTiming,
        fleet,
        cloudController,
        managerArguments,
        jvmOptions,
        interactive,
        cloud);
  }

  /** With other times in the cloud. */
  public SandboxOptions with(AwsTiming newTiming) {
    return new SandboxOptions(
        directory,
        awsSeedData,
        newTiming,
        fleet,
        cloudController,
        managerArguments,
        jvmOptions,
        interactive,
        cloud);
  }

  /** With machines that behave otherwise. */
  public SandboxOptions with(FleetOptions newFleet) {
    return new SandboxOptions(
        directory,
        awsSeedData,
        awsTiming,
        newFleet,
        cloudController,
        managerArguments,
        jvmOptions,
        interactive,
        cloud);
  }

  /** With a cloud controller that behaves otherwise. */
  public SandboxOptions with(CloudControllerOptions newController) {
    return new SandboxOptions(
        directory,
        awsSeedData,
        awsTiming,
        fleet,
        newController,
        managerArguments,
        jvmOptions,
        interactive,
        cloud);
  }

  /** With further arguments of the manager. */
  public SandboxOptions withManagerArguments(String... more) {
    return new SandboxOptions(
        directory,
        awsSeedData,
        awsTiming,
        fleet,
        cloudController,
        Stream.concat(managerArguments.stream(), Stream.of(more)).toList(),
        jvmOptions,
        interactive,
        cloud);
  }

  /** With a manager that starts quicker from its second start on. */
  public SandboxOptions withCdsArchive() {
    return withJvmOptions(
        Stream.concat(jvmOptions.stream(), CdsArchive.jvmOptions().stream()).toList());
  }

  /** With other JVM options of the manager. */
  public SandboxOptions withJvmOptions(List<String> newOptions) {
    return new SandboxOptions(
        directory,
        awsSeedData,
        awsTiming,
        fleet,
        cloudController,
        managerArguments,
        newOptions,
        interactive,
        cloud);
  }

  /** For somebody who stays. */
  public SandboxOptions with(InteractiveOptions newStaying) {
    return new SandboxOptions(
        directory,
        awsSeedData,
        awsTiming,
        fleet,
        cloudController,
        managerArguments,
        jvmOptions,
        newStaying,
        cloud);
  }

  /** With pools of this cloud. */
  public SandboxOptions with(SandboxCloud newCloud) {
    return new SandboxOptions(
        directory,
        awsSeedData,
        awsTiming,
        fleet,
        cloudController,
        managerArguments,
        jvmOptions,
        interactive,
        newCloud);
  }
}
