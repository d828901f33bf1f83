package io.weir.sandbox;

import io.weir.clouds.aws.world.Timing;
import io.weir.clouds.aws.world.World;
import io.weir.clouds.node.FleetOptions;
import io.weir.clouds.node.cloudcontroller.CloudControllerOptions;
import io.weir.sandbox.manager.ClassArchive;
import io.weir.sandbox.manager.ManagerJvm;
import io.weir.sandbox.objects.Cloud;
import io.weir.sandbox.objects.ExamplePools;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a sandbox is made.
 *
 * @param directory under which its own directory is made, and deleted at its end
 * @param world what exists in the cloud beforehand
 * @param timing how long things take in the cloud
 * @param fleet how machines behave
 * @param cloudController how the cluster's cloud controller behaves
 * @param managerArguments further arguments of the manager
 * @param jvmOptions of the manager
 * @param staying what somebody wants who stays in it
 * @param cloud whose pools are shown
 */
public record SandboxOptions(
    Path directory,
    World world,
    Timing timing,
    FleetOptions fleet,
    CloudControllerOptions cloudController,
    List<String> managerArguments,
    List<String> jvmOptions,
    Staying staying,
    Cloud cloud) {

  public SandboxOptions {
    managerArguments = List.copyOf(managerArguments);
    jvmOptions = List.copyOf(jvmOptions);
  }

  /** What suits a person who tries the example: the cloud's times, and the shipped manager. */
  public static SandboxOptions defaults() {
    return new SandboxOptions(
        places().getFirst(),
        World.of(ExamplePools.CLUSTER),
        Timing.standard(),
        FleetOptions.defaults(),
        CloudControllerOptions.defaults(),
        List.of(),
        ManagerJvm.OPTIONS,
        Staying.not(),
        Cloud.AWS);
  }

  /** The directories under which sandboxes have theirs: those that go, and those that are kept. */
  public static List<Path> places() {
    Path cache = Workspace.cache(System.getenv(), Path.of(System.getProperty("user.home")));
    return List.of(cache.resolve("sandbox"), cache.resolve("kept"));
  }

  /** Under which kept sandboxes have their files. */
  Path kept() {
    return directory.resolveSibling("kept");
  }

  /** Where the sandbox that is kept by this name has its files. */
  public Path kept(String name) {
    return kept().resolve(name);
  }

  /** With its directory under this one. */
  public SandboxOptions in(Path newDirectory) {
    return new SandboxOptions(
        newDirectory,
        world,
        timing,
        fleet,
        cloudController,
        managerArguments,
        jvmOptions,
        staying,
        cloud);
  }

  /** With another world. */
  public SandboxOptions with(World newWorld) {
    return new SandboxOptions(
        directory,
        newWorld,
        timing,
        fleet,
        cloudController,
        managerArguments,
        jvmOptions,
        staying,
        cloud);
  }

  /** With other times in the cloud. */
  public SandboxOptions with(Timing newTiming) {
    return new SandboxOptions(
        directory,
        world,
        newTiming,
        fleet,
        cloudController,
        managerArguments,
        jvmOptions,
        staying,
        cloud);
  }

  /** With machines that behave otherwise. */
  public SandboxOptions with(FleetOptions newFleet) {
    return new SandboxOptions(
        directory,
        world,
        timing,
        newFleet,
        cloudController,
        managerArguments,
        jvmOptions,
        staying,
        cloud);
  }

  /** With a cloud controller that behaves otherwise. */
  public SandboxOptions with(CloudControllerOptions newController) {
    return new SandboxOptions(
        directory,
        world,
        timing,
        fleet,
        newController,
        managerArguments,
        jvmOptions,
        staying,
        cloud);
  }

  /** With further arguments of the manager. */
  public SandboxOptions withManagerArguments(String... more) {
    return new SandboxOptions(
        directory,
        world,
        timing,
        fleet,
        cloudController,
        Stream.concat(managerArguments.stream(), Stream.of(more)).toList(),
        jvmOptions,
        staying,
        cloud);
  }

  /** With a manager that starts quicker from its second start on. */
  public SandboxOptions withClassArchive() {
    return withJvmOptions(
        Stream.concat(jvmOptions.stream(), ClassArchive.options().stream()).toList());
  }

  /** With other JVM options of the manager. */
  public SandboxOptions withJvmOptions(List<String> newOptions) {
    return new SandboxOptions(
        directory,
        world,
        timing,
        fleet,
        cloudController,
        managerArguments,
        newOptions,
        staying,
        cloud);
  }

  /** For somebody who stays. */
  public SandboxOptions with(Staying newStaying) {
    return new SandboxOptions(
        directory,
        world,
        timing,
        fleet,
        cloudController,
        managerArguments,
        jvmOptions,
        newStaying,
        cloud);
  }

  /** With pools of this cloud. */
  public SandboxOptions with(Cloud newCloud) {
    return new SandboxOptions(
        directory,
        world,
        timing,
        fleet,
        cloudController,
        managerArguments,
        jvmOptions,
        staying,
        newCloud);
  }
}
