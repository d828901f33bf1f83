package io.weir.cli;

import picocli.CommandLine.Command;

/** {@code weir render}. */
@Command(
    name = "render",
    description = "Renders what Weir generates from manifests, without a cluster.",
    mixinStandardHelpOptions = true,
    subcommands = RenderBootstrapCommand.class)
final class RenderCommand {}
