package io.weir.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * How a person gets at a sandbox from a shell.
 *
 * @param kubeconfig of the administrator; only its owner may read it
 * @param programs a directory with kubectl, and with weir if it was started as a command
 * @param environment a file for a shell to read, which sets both
 */
public record ShellAccess(Path kubeconfig, Path programs, Path environment) {

  /** Lays it out in a sandbox's directory. */
  static ShellAccess create(Path directory, Path admin, Path kubectl) throws IOException {
    var way =
        new ShellAccess(
            directory.resolve("kubeconfig"), directory.resolve("bin"), directory.resolve("env"));
    Files.copy(admin, way.kubeconfig, StandardCopyOption.REPLACE_EXISTING);
    Files.setPosixFilePermissions(way.kubeconfig, PosixFilePermissions.fromString("rw-------"));
    Files.createDirectories(way.programs);
    Path link = way.programs.resolve("kubectl");
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, kubectl);
    Files.writeString(
        way.environment,
        "export KUBECONFIG='%s'\nexport PATH='%s':\"$PATH\"\n"
            .formatted(way.kubeconfig, way.programs));
    return way;
  }

  /** Puts the weir command there, too; it must be called where it lies, so that it finds itself. */
  ShellAccess withCommand(Path weir) throws IOException {
    Path script = programs.resolve("weir");
    Files.writeString(script, "#!/bin/sh\nexec '%s' \"$@\"\n".formatted(weir.toAbsolutePath()));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return this;
  }
}
