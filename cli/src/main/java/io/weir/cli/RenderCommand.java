package io.weir.cli;

import picocli.CommandLine.Command;

/** {@code weir render}. */
@Command(
    name = "render",
    description = "Shows what Weir makes of manifests, without a cluster.",
    mixinStandardHelpOptions = true,
    subcommands = RenderBootstrapCommand.class)
final class RenderCommand {}
