package io.weir.cli;

import picocli.CommandLine.Command;

/** {@code weir generate}. */
@Command(
    name = "generate",
    description = "Prints manifests of clusters and of pools, made from templates.",
    mixinStandardHelpOptions = true,
    subcommands = {GenerateClusterCommand.class, GeneratePoolCommand.class})
final class GenerateCommand {}
