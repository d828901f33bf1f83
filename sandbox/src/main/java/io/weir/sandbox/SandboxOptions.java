package io.weir.sandbox;

import io.weir.clouds.node.FleetOptions;
import io.weir.clouds.node.cloudcontroller.CloudControllerOptions;
import io.weir.sandbox.cloud.CloudSimulations;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.manager.CdsArchive;
import io.weir.sandbox.manager.ManagerJvm;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a sandbox is made.
 *
 * @param directory under which its own directory is made, and deleted at its end
 * @param worlds what exists beforehand in each cloud that runs, one of each; the first cloud's
 *     pools are shown
 * @param fleet how machines behave
 * @param cloudController how the cluster's cloud controller behaves
 * @param workloads whether pods are scheduled and run
 * @param managerArguments further arguments of the manager
 * @param jvmOptions of the manager
 * @param otherManager a shell command that runs another manager in its place
 * @param interactive what somebody wants who stays in it
 */
public record SandboxOptions(
    Path directory,
    List<CloudWorld> worlds,
    FleetOptions fleet,
    CloudControllerOptions cloudController,
    boolean workloads,
    List<String> managerArguments,
    List<String> jvmOptions,
    Optional<String> otherManager,
    InteractiveOptions interactive) {

  public SandboxOptions {
    worlds = List.copyOf(worlds);
    managerArguments = List.copyOf(managerArguments);
    jvmOptions = List.copyOf(jvmOptions);
  }

  /** What suits a person who tries the example: the cloud's times, and the shipped manager. */
  public static SandboxOptions defaults() {
    return new SandboxOptions(
        sandboxDirectories().getFirst(),
        List.of(CloudSimulations.of(SandboxCloud.DEFAULT).world()),
        FleetOptions.defaults(),
        CloudControllerOptions.defaults(),
        false,
        List.of(),
        ManagerJvm.OPTIONS,
        Optional.empty(),
        InteractiveOptions.none());
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
        worlds,
        fleet,
        cloudController,
        workloads,
        managerArguments,
        jvmOptions,
        otherManager,
        interactive);
  }

  /** The cloud whose pools are shown. */
  public SandboxCloud cloud() {
    return worlds.getFirst().cloud();
  }

  /** With another world of the same cloud, where that runs; else with that cloud, too. */
  public SandboxOptions with(CloudWorld world) {
    return worlds.stream().anyMatch(each -> isSameSimulation(each, world.cloud()))
        ? withFitted(List.of(world))
        : withWorlds(Stream.concat(worlds.stream(), Stream.of(world)).toList());
  }

  /** With these worlds of the clouds that run, and no further clouds. */
  public SandboxOptions withFitted(List<CloudWorld> fitted) {
    return withWorlds(
        worlds.stream()
            .map(
                each ->
                    fitted.stream()
                        .filter(other -> isSameSimulation(other, each.cloud()))
                        .findFirst()
                        .map(other -> other.showing(each.cloud()))
                        .orElse(each))
            .toList());
  }

  /** With pools of this cloud shown, which runs then beside those that do already. */
  public SandboxOptions with(SandboxCloud shown) {
    CloudWorld first =
        worlds.stream()
            .filter(each -> isSameSimulation(each, shown))
            .findFirst()
            .orElseGet(() -> CloudSimulations.of(shown).world());
    return withWorlds(
        Stream.concat(
                Stream.of(first.showing(shown)),
                worlds.stream().filter(each -> !isSameSimulation(each, shown)))
            .toList());
  }

  private static boolean isSameSimulation(CloudWorld world, SandboxCloud cloud) {
    return world.cloud().simulated() == cloud.simulated();
  }

  /** With all clouds that manifests have pools of. */
  public SandboxOptions withPoolsOf(Manifests manifests) {
    return withWorlds(
        Stream.concat(
                worlds.stream(),
                CloudSimulations.worlds().stream()
                    .filter(
                        other ->
                            worlds.stream()
                                .noneMatch(each -> isSameSimulation(each, other.cloud())))
                    .filter(other -> other.cloud().hasPoolsAmong(manifests)))
            .toList());
  }

  private SandboxOptions withWorlds(List<CloudWorld> newWorlds) {
    return new SandboxOptions(
        directory,
        newWorlds,
        fleet,
        cloudController,
        workloads,
        managerArguments,
        jvmOptions,
        otherManager,
        interactive);
  }

  /** With machines that behave otherwise. */
  public SandboxOptions with(FleetOptions newFleet) {
    return new SandboxOptions(
        directory,
        worlds,
        newFleet,
        cloudController,
        workloads,
        managerArguments,
        jvmOptions,
        otherManager,
        interactive);
  }

  /** With a cloud controller that behaves otherwise. */
  public SandboxOptions with(CloudControllerOptions newController) {
    return new SandboxOptions(
        directory,
        worlds,
        fleet,
        newController,
        workloads,
        managerArguments,
        jvmOptions,
        otherManager,
        interactive);
  }

  /** With kube-scheduler, the controllers of workloads, and machines that run pods. */
  public SandboxOptions withWorkloads() {
    return new SandboxOptions(
        directory,
        worlds,
        fleet,
        cloudController,
        true,
        managerArguments,
        jvmOptions,
        otherManager,
        interactive);
  }

  /** With further arguments of the manager. */
  public SandboxOptions withManagerArguments(String... more) {
    return new SandboxOptions(
        directory,
        worlds,
        fleet,
        cloudController,
        workloads,
        Stream.concat(managerArguments.stream(), Stream.of(more)).toList(),
        jvmOptions,
        otherManager,
        interactive);
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
        worlds,
        fleet,
        cloudController,
        workloads,
        managerArguments,
        newOptions,
        otherManager,
        interactive);
  }

  /** With another manager in the place of Weir's. */
  public SandboxOptions withOtherManager(String shellCommand) {
    return new SandboxOptions(
        directory,
        worlds,
        fleet,
        cloudController,
        workloads,
        managerArguments,
        jvmOptions,
        Optional.of(shellCommand),
        interactive);
  }

  /** For somebody who stays. */
  public SandboxOptions with(InteractiveOptions newStaying) {
    return new SandboxOptions(
        directory,
        worlds,
        fleet,
        cloudController,
        workloads,
        managerArguments,
        jvmOptions,
        otherManager,
        newStaying);
  }
}
