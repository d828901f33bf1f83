package io.weir.cli;

import picocli.CommandLine.Command;

/** {@code weir rollout resume}. */
@Command(
    name = "resume",
    header = "Resumes the rollout of a pool that was paused.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class RolloutResumeCommand extends PauseSwitch {

  RolloutResumeCommand() {
    super(false);
  }
}
