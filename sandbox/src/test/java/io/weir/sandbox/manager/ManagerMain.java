package io.weir.sandbox.manager;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A JVM with a manager's process for {@link ManagerProcessTest} to kill: prints the ids of all
 * processes beneath it once the manager's own is there, then waits.
 */
final class ManagerMain {
  private ManagerMain() {}

  /** Takes the program that is to stand for the manager's, and the directory to work in. */
  public static void main(String[] args) throws Exception {
    var launch =
        new ManagerLaunch(Path.of(args[0]), List.of(), "", List.of(), Map.of(), Path.of(args[1]));
    ManagerProcess manager = ManagerProcess.start(launch);
    while (manager.lastLines(1).isEmpty()) {
      Thread.sleep(10);
    }
    ProcessHandle.current().descendants().forEach(process -> System.out.println(process.pid()));
    System.out.println("started");
    if (System.in.read() < 0) {
      System.exit(0);
    }
  }
}
