package io.weir.sandbox.manager;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How the manager is started.
 *
 * @param program what is started
 * @param arguments for the manager
 * @param environment variables to set; variables of ours that begin with {@code AWS_} or {@code
 *     AZURE_}, {@code GOOGLE_} or {@code OCI_} are taken away, so that no real account is used
 * @param directory where it works, with its log
 */
public record ManagerLaunch(
    ManagerProgram program,
    List<String> arguments,
    Map<String, String> environment,
    Path directory) {

  private static final List<String> OF_CLOUDS = List.of("AWS_", "AZURE_", "GOOGLE_", "OCI_");

  public ManagerLaunch {
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
  }

  /** Weir's own, in this Java and with these classes. */
  public ManagerLaunch(
      Path java,
      List<String> jvmOptions,
      String classPath,
      List<String> arguments,
      Map<String, String> environment,
      Path directory) {
    this(new ManagerProgram.Weir(java, jvmOptions, classPath), arguments, environment, directory);
  }

  /** In the Java that this JVM runs in, with the classes that are found beside it. */
  public static ManagerLaunch withCurrentJava(
      List<String> jvmOptions,
      List<String> arguments,
      Map<String, String> environment,
      Path directory) {
    return new ManagerLaunch(
        Path.of(System.getProperty("java.home"), "bin", "java"),
        jvmOptions,
        ManagerClassPath.find(),
        arguments,
        environment,
        directory);
  }

  Path log() {
    return directory.resolve("manager.log");
  }

  /** The command, given the variables that the process would inherit. */
  List<String> command(Map<String, String> inherited) {
    var command = new ArrayList<String>(List.of("env"));
    new TreeMap<>(inherited)
        .keySet().stream()
            .filter(name -> OF_CLOUDS.stream().anyMatch(name::startsWith))
            .filter(name -> !environment.containsKey(name))
            .forEach(name -> command.addAll(List.of("-u", name)));
    command.addAll(program.command(arguments));
    return List.copyOf(command);
  }
}
