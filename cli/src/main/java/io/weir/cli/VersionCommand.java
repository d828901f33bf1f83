package io.weir.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code weir version}. */
@Command(name = "version", description = "Prints the versions of Weir, Kubernetes and Java.")
final class VersionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    for (String line : new WeirVersionProvider().getVersion()) {
      spec.commandLine().getOut().println(line);
    }
    return 0;
  }
}
