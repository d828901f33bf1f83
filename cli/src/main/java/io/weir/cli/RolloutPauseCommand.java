package io.weir.cli;

import picocli.CommandLine.Command;

/** {@code weir rollout pause}. */
@Command(
    name = "pause",
    header = "Pauses the rollout of a pool: outdated machines stay until it is resumed.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class RolloutPauseCommand extends PauseSwitch {

  RolloutPauseCommand() {
    super(true);
  }
}
