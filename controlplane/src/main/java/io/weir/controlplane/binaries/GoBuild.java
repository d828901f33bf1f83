package io.weir.controlplane.binaries;

import io.weir.controlplane.process.SupervisedProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs {@code go build}, for one program at a time.
 *
 * @param toolchain the compiler
 * @param recipe what to build and how
 * @param environment where the machine's part of the build's variables comes from
 * @param module a directory with the recipe's module in it
 */
record GoBuild(GoToolchain toolchain, BuildRecipe recipe, Environment environment, Path module) {
  private static final Duration TICK = Duration.ofSeconds(5);

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
    var command = new ArrayList<String>();
    command.add(toolchain.go().toString());
    command.addAll(recipe.arguments(binary, output));
    long begin = System.nanoTime();
    // Supervised, so that a build does not go on for minutes after its JVM was killed.
    try (var go =
        SupervisedProcess.start(
            "go build", command, toolchain.buildEnvironment(environment), module, log)) {
      while (!go.awaitExit(TICK)) {
        tick.accept(Duration.ofNanos(System.nanoTime() - begin));
      }
      if (go.exitCode() != 0) {
        List<String> said = go.log().lastLines(200);
        throw new BinariesException(GoBuildFailure.explain(binary, said, log));
      }
    }
  }
}
