package io.weir.clouds.node.cloudinit;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What becomes of user data, besides files.
 *
 * @param bootCommands commands that are run before files are written, in order
 * @param runCommands commands that are run then, in order, as one shell script
 * @param warnings what would be written to a log
 * @param usable whether the data could be read
 * @param script how the script is run, if it stops at a failure as Ignition's does; empty for
 *     cloud-init's, which goes on
 */
public record FirstBoot(
    List<String> bootCommands,
    List<String> runCommands,
    List<String> warnings,
    boolean usable,
    Optional<Script> script) {

  /**
   * A script that ends with its first command that fails.
   *
   * @param environment its variables
   */
  public record Script(Map<String, String> environment) {
    public Script {
      environment = Map.copyOf(environment);
    }
  }

  /** What cloud-init makes of user data. */
  public FirstBoot(
      List<String> bootCommands, List<String> runCommands, List<String> warnings, boolean usable) {
    this(bootCommands, runCommands, warnings, usable, Optional.empty());
  }

  public FirstBoot {
    bootCommands = List.copyOf(bootCommands);
    runCommands = List.copyOf(runCommands);
    warnings = List.copyOf(warnings);
  }

  static FirstBoot ignored(String why) {
    return new FirstBoot(List.of(), List.of(), List.of(why), false);
  }
}
