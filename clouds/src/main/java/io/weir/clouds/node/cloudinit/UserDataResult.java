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
public record UserDataResult(
    List<String> bootCommands,
    List<String> runCommands,
    List<String> warnings,
    boolean usable,
    Optional<FailFastScript> script) {

  /**
   * A script that ends with its first command that fails.
   *
   * @param environment its variables
   */
  public record FailFastScript(Map<String, String> environment) {
    public FailFastScript {
      environment = Map.copyOf(environment);
    }
  }

  /** What cloud-init makes of user data. */
  public UserDataResult(
      List<String> bootCommands, List<String> runCommands, List<String> warnings, boolean usable) {
    this(bootCommands, runCommands, warnings, usable, Optional.empty());
  }

  public UserDataResult {
    bootCommands = List.copyOf(bootCommands);
    runCommands = List.copyOf(runCommands);
    warnings = List.copyOf(warnings);
  }

  static UserDataResult ignored(String why) {
    return new UserDataResult(List.of(), List.of(), List.of(why), false);
  }
}
