package io.weir.sandbox.manager;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How the manager is started.
 *
 * @param java the program that runs it
 * @param jvmOptions for the JVM
 * @param classPath where its classes are
 * @param arguments for the manager
 * @param environment variables to set; variables of ours that begin with {@code AWS_} are taken
 *     away, so that nobody's real account is used
 * @param directory where it works, with its log
 */
public record ManagerLaunch(
    Path java,
    List<String> jvmOptions,
    String classPath,
    List<String> arguments,
    Map<String, String> environment,
    Path directory) {
  private static final String MAIN = "io.weir.manager.Main";

  public ManagerLaunch {
    jvmOptions = List.copyOf(jvmOptions);
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
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
            .filter(name -> name.startsWith("AWS_") && !environment.containsKey(name))
            .forEach(name -> command.addAll(List.of("-u", name)));
    command.add(java.toString());
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", classPath, MAIN));
    command.addAll(arguments);
    return List.copyOf(command);
  }
}
