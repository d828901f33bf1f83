package io.weir.controlplane.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The command line that ties a program's life to this JVM's.
 *
 * <p>A shell runs the program and reads its own standard input, the other end of which only this
 * JVM holds. However the JVM ends, {@code kill -9} included, the operating system closes that end;
 * the shell sees the end of file and ends the program. This needs nothing but a POSIX shell, where
 * a parent-death signal would need Linux and is lost when a thread ends.
 */
final class SupervisorCommand {
  /** How long the shell lets a program end by itself before it kills it, in tenths of a second. */
  private static final int GRACE_TENTHS = 200;

  private static final String SCRIPT =
      """
      exec 3<&0
      "$@" </dev/null 3<&- &
      child=$!
      (
        while read -r _; do :; done
        kill -TERM "$child"
        n=0
        while [ "$n" -lt %d ] && kill -0 "$child"; do sleep 0.1; n=$((n + 1)); done
        kill -KILL "$child"
      ) <&3 >/dev/null 2>&1 &
      watcher=$!
      exec 3<&- </dev/null
      wait "$child"
      code=$?
      kill -KILL "$watcher" 2>/dev/null
      exit "$code"
      """
          .formatted(GRACE_TENTHS);

  private static final Optional<Path> SETSID = onPath("setsid");

  private SupervisorCommand() {}

  static List<String> wrap(List<String> command) {
    var wrapped = new ArrayList<String>();
    // A session of its own, so that a signal to the JVM's whole group (Ctrl-C in a terminal) leaves
    // the order of stopping to the JVM.
    SETSID.ifPresent(setsid -> wrapped.add(setsid.toString()));
    wrapped.addAll(List.of("/bin/sh", "-c", SCRIPT, "supervisor"));
    wrapped.addAll(command);
    return wrapped;
  }

  private static Optional<Path> onPath(String program) {
    String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
    return Stream.of(path.split(File.pathSeparator))
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
