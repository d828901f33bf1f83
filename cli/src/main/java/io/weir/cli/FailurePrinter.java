package io.weir.cli;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells a person what went wrong, in one sentence and without a stack trace. */
final class FailurePrinter {
  private static final AtomicBoolean SILENT = new AtomicBoolean();

  private FailurePrinter() {}

  /** From now on nothing is told. */
  static void silence() {
    SILENT.set(true);
  }

  static int print(Exception failure, CommandLine command, ParseResult arguments) {
    if (!SILENT.get()) {
      command.getErr().println("weir: " + FailureRemedies.messageFor(failure));
    }
    return command.getCommandSpec().exitCodeOnExecutionException();
  }

  /**
   * Of what was asked for; the whole usage would bury the sentence. Who names a command that has
   * others below it, and none of those, asks which there are.
   */
  static int print(ParameterException misuse, String[] arguments) {
    CommandLine command = misuse.getCommandLine();
    if (!(command.getCommand() instanceof Callable<?>)
        && !(misuse instanceof UnmatchedArgumentException)) {
      command.usage(command.getErr());
      return command.getCommandSpec().exitCodeOnInvalidInput();
    }
    command.getErr().println("weir: " + misuse.getMessage());
    command
        .getErr()
        .println("See " + command.getCommandSpec().qualifiedName() + " --help for usage.");
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }
}
