package io.weir.clouds.node.cloudinit;

import java.util.List;

/**
 * What cloud-init makes of user data, besides files.
 *
 * @param bootCommands {@code bootcmd}, in order; run before files are written
 * @param runCommands {@code runcmd}, in order, as one shell script that does not stop at a failure
 * @param warnings what cloud-init would write to its log
 * @param usable whether the data was a cloud-config that could be read
 */
public record FirstBoot(
    List<String> bootCommands, List<String> runCommands, List<String> warnings, boolean usable) {
  public FirstBoot {
    bootCommands = List.copyOf(bootCommands);
    runCommands = List.copyOf(runCommands);
    warnings = List.copyOf(warnings);
  }

  static FirstBoot ignored(String why) {
    return new FirstBoot(List.of(), List.of(), List.of(why), false);
  }
}
