package io.weir.sandbox;

import java.nio.file.Path;

/** A JVM with a sandbox for {@link SandboxIT} to kill: prints process ids, then waits. */
final class SandboxMain {
  private SandboxMain() {}

  public static void main(String[] args) throws Exception {
    Sandbox sandbox =
        Sandbox.start(
            SandboxOptions.defaults().inDirectory(Path.of(args[0])), ProgressListener.silent());
    sandbox.manager().handle().ifPresent(process -> System.out.println(process.pid()));
    sandbox.controlPlane().processes().forEach(process -> System.out.println(process.pid()));
    System.out.println("started");
    if (System.in.read() < 0) {
      System.exit(0);
    }
  }
}
