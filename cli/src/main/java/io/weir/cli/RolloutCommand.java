package io.weir.cli;

import picocli.CommandLine.Command;

/** {@code weir rollout}. */
@Command(
    name = "rollout",
    description = "Shows, pauses, resumes and takes back how a pool's machines are replaced.",
    mixinStandardHelpOptions = true,
    subcommands = {
      RolloutStatusCommand.class,
      RolloutPauseCommand.class,
      RolloutResumeCommand.class,
      RolloutUndoCommand.class
    })
final class RolloutCommand {}
