package io.weir.controlplane.binaries;

import io.weir.controlplane.process.ProcessEnvironment;
import io.weir.controlplane.process.SupervisedProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Runs {@code go build}, for one program at a time.
 *
 * @param toolchain the compiler
 * @param recipe what to build and how
 * @param variables all that Go has
 * @param module a directory with the recipe's module in it
 */
record GoBuild(
    GoToolchain toolchain, BuildRecipe recipe, ProcessEnvironment variables, Path module) {
  private static final Duration TICK = Duration.ofSeconds(5);
  private static final String ALL = "the control plane";

  /**
   * Builds one program.
   *
   * @param output the file to write, in a directory that exists
   * @param log the file for what Go says
   * @param tick told the time since the beginning, every few seconds
   * @throws BinariesException when Go fails
   */
  void build(Binary binary, Path output, Path log, Consumer<Duration> tick)
      throws IOException, InterruptedException {
    run(binary.fileName(), recipe.arguments(binary, output), log, tick);
  }

  /**
   * Fetches the modules that are missing, and compares those that Go has kept with what they were
   * when they were fetched: it compiles them without a look, and people edit them in search of a
   * mistake.
   *
   * @param log the file for what Go says
   * @throws BinariesException when one is another, or not named by go.sum
   */
  void verifyModules(Set<Binary> binaries, Path log) throws IOException, InterruptedException {
    var load = new ArrayList<>(List.of("list", "-deps", "-f", "{{if .Error}}{{.Error}}{{end}}"));
    binaries.stream().sorted().map(Binary::goPackage).forEach(load::add);
    run(ALL, load, log, _ -> {});
    run(ALL, List.of("mod", "verify"), log, _ -> {});
    recipe.module().writeTo(module); // which may have completed go.sum
  }

  private void run(String result, List<String> arguments, Path log, Consumer<Duration> tick)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(toolchain.go().toString());
    command.addAll(arguments);
    long begin = System.nanoTime();
    // Supervised, so that a build does not go on for minutes after its JVM was killed.
    try (var go =
        SupervisedProcess.start("go " + arguments.getFirst(), command, variables, module, log)) {
      while (!go.awaitExit(TICK)) {
        tick.accept(Duration.ofNanos(System.nanoTime() - begin));
      }
      if (go.exitCode() != 0) {
        List<String> said = go.log().lastLines(200);
        throw new BinariesException(GoBuildFailure.explain(result, said, log));
      }
    }
  }
}
