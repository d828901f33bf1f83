package io.weir.controlplane.binaries;

import java.nio.file.Path;
import java.util.Set;

/** A process of its own that wants all programs, with the fake Go in the directory it is given. */
final class BuildBinariesMain {
  private BuildBinariesMain() {}

  static Process start(Path fakeGoHome) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            BuildBinariesMain.class.getName(),
            fakeGoHome.toString())
        .inheritIO()
        .start();
  }

  public static void main(String[] args) throws Exception {
    var environment = new FakeGo(Path.of(args[0])).environment();
    Binaries.findOrBuild(
        environment,
        new BuildRecipe(GoModule.shipped()),
        Set.of(Binary.values()),
        BuildListener.silent());
  }
}
