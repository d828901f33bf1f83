package io.weir.sandbox.fault;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * Where the fault server of a running sandbox is, as written in the sandbox's directory. Only its
 * owner can read the file.
 *
 * @param sandbox what the sandbox is called
 * @param pid its process
 * @param address where it listens
 * @param token what it wants to hear from those who come, a secret
 */
public record FaultServerFile(String sandbox, long pid, URI address, String token) {
  private static final String NAME = "fault-server.json";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Writes it; a reader sees all of it or nothing. */
  void write(Path directory) throws IOException {
    Path fresh =
        Files.createTempFile(
            directory,
            "fault-server-",
            "",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(fresh, JSON.writeValueAsBytes(this));
    Files.move(fresh, directory.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Reads that of a sandbox; empty when it has none, or the process that wrote it is gone. */
  static Optional<FaultServerFile> read(Path directory) throws IOException {
    Path file = directory.resolve(NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readValue(file.toFile(), FaultServerFile.class))
          .filter(
              faultServer ->
                  ProcessHandle.of(faultServer.pid()).filter(ProcessHandle::isAlive).isPresent());
    } catch (JacksonException _) {
      // Not written by this version.
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return "FaultServerFile[" + sandbox + " at " + address + "]";
  }
}
