package io.weir.cli;

import io.weir.bench.BenchCommand;
import io.weir.sandbox.objects.SandboxCloud;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code weir}. */
@Command(
    name = "weir",
    description = "Runs pools of machines for Cluster API.",
    mixinStandardHelpOptions = true,
    versionProvider = WeirVersionProvider.class,
    subcommands = {
      SandboxCommand.class,
      GenerateCommand.class,
      RenderCommand.class,
      InstallCommand.class,
      PermissionsCommand.class,
      RolloutCommand.class,
      BenchCommand.class,
      VersionCommand.class
    })
public final class Weir {
  private Weir() {}

  /** Runs it and ends the JVM with its exit code: 0 done, 1 not achieved, 2 not understood. */
  public static void main(String[] args) {
    // What fails because all is being stopped is no news.
    Runtime.getRuntime().addShutdownHook(new Thread(FailurePrinter::silence, "silence"));
    System.exit(command().execute(args));
  }

  static CommandLine command() {
    CommandLine weir = new CommandLine(new Weir());
    weir.setCaseInsensitiveEnumValuesAllowed(true);
    weir.registerConverter(SandboxCloud.class, new CloudConverter());
    FaultCommand.explain(weir);
    return weir.setExecutionExceptionHandler(FailurePrinter::print)
        .setParameterExceptionHandler(FailurePrinter::print);
  }
}
