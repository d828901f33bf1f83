package io.weir.controlplane.binaries;

import java.io.IOException;
import java.util.List;

/**
 * Builds all programs of others that tests need into the cache, where it lacks them: {@code
 * tools/programs} runs it, so that no test has to wait for a build.
 */
public final class BuildTestProgramsMain {
  private BuildTestProgramsMain() {}

  /**
   * Ends with 1 and one sentence when something cannot be built.
   *
   * @param args {@code explore} for those programs, too, that only tests of this tag need
   */
  public static void main(String[] args) throws InterruptedException {
    try {
      BuildListener printing = BuildListener.printingTo(System.out);
      Binaries binaries = Binaries.findOrBuild(printing);
      for (Binary binary : Binary.values()) {
        System.out.println(binaries.path(binary));
      }
      for (IgnitionValidator validator : IgnitionValidator.values()) {
        System.out.println(validator.findOrBuild(printing));
      }
      if (List.of(args).contains("explore")) {
        System.out.println(AzureServiceOperator.findOrBuild(printing));
      }
    } catch (IOException failure) {
      System.err.println(failure.getMessage());
      System.exit(1);
    }
  }
}
