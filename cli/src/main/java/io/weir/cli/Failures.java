package io.weir.cli;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Tells a person what went wrong, in one sentence and without a stack trace. */
final class Failures {
  private Failures() {}

  static int print(Exception failure, CommandLine command, ParseResult arguments) {
    String message = failure.getMessage();
    command
        .getErr()
        .println("weir: " + (message == null ? failure.getClass().getSimpleName() : message));
    return command.getCommandSpec().exitCodeOnExecutionException();
  }

  /** Of what was asked for; the whole usage would bury the sentence. */
  static int print(ParameterException misuse, String[] arguments) {
    CommandLine command = misuse.getCommandLine();
    command.getErr().println("weir: " + misuse.getMessage());
    command
        .getErr()
        .println("See " + command.getCommandSpec().qualifiedName() + " --help for what there is.");
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }
}
