package io.weir.cli;

import io.weir.sandbox.SandboxOptions;
import io.weir.sandbox.fault.FaultClient;
import io.weir.sandbox.fault.FaultRequest;
import io.weir.sandbox.fault.FaultType;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir sandbox fault}. */
@Command(
    name = "fault",
    header = "Injects faults into a sandbox that runs in another terminal.",
    footer = {
      "",
      "Examples:",
      "  weir sandbox fault throttle --for 1m",
      "  weir sandbox fault timeout --operation CreateAutoScalingGroup --calls 1",
      "  weir sandbox fault error --operation 'Describe*' --every 3",
      "  weir sandbox fault no-capacity --zone us-east-1a",
      "  weir sandbox fault slow-boot --by 1m --calls 2",
      "  weir sandbox fault kill i-09e3779b97f4a7c15",
      "  weir sandbox fault timeout --operation CreatePool --calls 1    on Kapsule",
      "",
      "Without --for and --calls, a fault stays until it is cleared."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class FaultCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(index = "0", paramLabel = "FAULT", description = "What to do; see the list below.")
  private String name = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "TARGET",
      description =
          "For kill: an instance's ID, the start of one, or the name of its Node. For clear: the"
              + " number of a fault.")
  private @Nullable String target;

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      defaultValue = "0s",
      description = "How long the fault lasts, such as 2m.")
  private Duration lasting = Duration.ZERO;

  @Option(names = "--calls", paramLabel = "N", description = "How many calls it affects.")
  private int calls;

  @Option(
      names = "--every",
      paramLabel = "N",
      defaultValue = "1",
      description = "Affect only every Nth call.")
  private int every;

  @Option(
      names = "--operation",
      paramLabel = "NAME",
      defaultValue = "",
      description =
          "Which calls it affects, such as CreateAutoScalingGroup, UpdatePool or 'Describe*'.")
  private String operation = "";

  @Option(
      names = "--by",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      defaultValue = "0s",
      description = "For slow, stale and slow-boot: the delay, such as 5s.")
  private Duration by = Duration.ZERO;

  @Option(
      names = "--pool",
      paramLabel = "NAME",
      defaultValue = "",
      description = "For no-capacity and slow-boot: the pool of the instances (default: all).")
  private String pool = "";

  @Option(
      names = "--zone",
      paramLabel = "NAME",
      defaultValue = "",
      description = "For no-capacity and slow-boot: the zone of the instances (default: all).")
  private String zone = "";

  @Option(names = "--random", description = "For kill: any running instance.")
  private boolean random;

  @Option(
      names = "--sandbox",
      paramLabel = "NAME",
      description = "Which sandbox, if several are running.")
  private @Nullable String sandbox;

  @Override
  public Integer call() throws IOException, InterruptedException {
    try {
      new FaultClient(SandboxOptions.sandboxDirectories())
          .send(order(), Optional.ofNullable(sandbox))
          .forEach(spec.commandLine().getOut()::println);
      return 0;
    } catch (IllegalArgumentException impossible) {
      throw new ParameterException(
          spec.commandLine(), String.valueOf(impossible.getMessage()), impossible);
    }
  }

  private FaultRequest order() {
    return switch (name) {
      case "list" -> new FaultRequest.ListFaults();
      case "clear" -> new FaultRequest.ClearFaults(target == null ? 0 : number(target));
      case "crash" -> new FaultRequest.CrashManager();
      case "kill" -> kill();
      default -> misbehave();
    };
  }

  private FaultRequest kill() {
    if (random == (target != null)) {
      throw new IllegalArgumentException(
          "kill needs an instance's ID, the name of its Node, or --random");
    }
    return new FaultRequest.KillInstance(target == null ? "" : target);
  }

  private FaultRequest misbehave() {
    if (target != null) {
      throw new IllegalArgumentException(name + " takes no target: remove " + target);
    }
    if (calls < 0 || every < 1) {
      throw new IllegalArgumentException("--calls and --every must be 1 or more");
    }
    return new FaultRequest.InjectFault(
        FaultType.fromOptionName(name)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "unknown fault %s; use one of %s, kill, crash, list and clear"
                            .formatted(name, FaultType.optionNames()))),
        operation,
        pool,
        zone,
        calls,
        every,
        lasting.toMillis(),
        by.toMillis());
  }

  private static int number(String text) {
    if (!text.matches("[1-9]\\d{0,8}")) {
      throw new IllegalArgumentException(
          text + " is not the number of a fault; see weir sandbox fault list");
    }
    return Integer.parseInt(text);
  }

  /** Adds the list of faults to the help, from the same place as the faults themselves. */
  static void explain(CommandLine weir) {
    weir.getSubcommands().values().stream()
        .flatMap(command -> command.getSubcommands().values().stream())
        .filter(command -> command.getCommand() instanceof FaultCommand)
        .forEach(FaultCommand::addList);
  }

  private static void addList(CommandLine command) {
    IHelpSectionRenderer list =
        help -> {
          TextTable table = TextTable.forColumnWidths(help.colorScheme(), 16, 64);
          Arrays.stream(FaultType.values())
              .forEach(each -> table.addRowValues("  " + each.optionName(), each.description()));
          table.addRowValues("  kill", "an instance ends without warning");
          table.addRowValues("  crash", "the manager ends without warning and is restarted");
          table.addRowValues("  list", "lists the active faults");
          table.addRowValues("  clear", "ends all faults, or the one with a number");
          return "\nFaults:\n" + table;
        };
    command.getHelpSectionMap().put("faults", list);
    var keys = new ArrayList<>(command.getHelpSectionKeys());
    keys.add(keys.indexOf(UsageMessageSpec.SECTION_KEY_FOOTER_HEADING), "faults");
    command.setHelpSectionKeys(keys);
  }
}
