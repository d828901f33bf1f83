package io.weir.sandbox.manager;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What runs as the manager. */
public sealed interface ManagerProgram {

  /** The command, with the arguments that Weir's manager is given. */
  List<String> command(List<String> arguments);

  /** Whether what a process uses counts as the manager's. */
  boolean isMeasured(ProcessHandle process);

  /**
   * Weir's own.
   *
   * @param java the program that runs it
   * @param jvmOptions for the JVM
   * @param classPath where its classes are
   */
  record Weir(Path java, List<String> jvmOptions, String classPath) implements ManagerProgram {
    private static final String MAIN = "io.weir.manager.Main";

    public Weir {
      jvmOptions = List.copyOf(jvmOptions);
    }

    @Override
    public List<String> command(List<String> arguments) {
      var command = new ArrayList<String>();
      command.add(java.toString());
      command.addAll(jvmOptions);
      command.addAll(List.of("-cp", classPath, MAIN));
      command.addAll(arguments);
      return List.copyOf(command);
    }

    /** Before the JVM there is a shell around it, and beside it the one that watches over it. */
    @Override
    public boolean isMeasured(ProcessHandle process) {
      return process.info().command().filter(c -> c.equals(java.toString())).isPresent();
    }
  }

  /**
   * Any other, to be compared with it. Arguments for Weir's manager are in the environment of its
   * shell, as {@code WEIR_MANAGER_ARGUMENTS}.
   *
   * @param shellCommand for a POSIX shell; may start several programs
   */
  record Other(String shellCommand) implements ManagerProgram {

    @Override
    public List<String> command(List<String> arguments) {
      return List.of(
          "WEIR_MANAGER_ARGUMENTS=" + String.join(" ", arguments), "/bin/sh", "-c", shellCommand);
    }

    @Override
    public boolean isMeasured(ProcessHandle process) {
      return true;
    }
  }
}
