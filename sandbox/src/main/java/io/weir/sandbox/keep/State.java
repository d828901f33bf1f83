package io.weir.sandbox.keep;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.weir.clouds.node.Left;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What exists outside of the API server.
 *
 * @param cloud as the cloud saves itself
 * @param machines the disks of machines that have joined, by instance id; secrets
 */
public record State(String cloud, Map<String, Left> machines) {
  private static final String FILE = "cloud.json";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  public State {
    machines = new TreeMap<>(machines);
  }

  /**
   * That of a kept sandbox.
   *
   * @return empty when nothing is kept there yet
   * @throws IOException when it cannot be read
   */
  public static Optional<State> read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    try {
      return Files.exists(file)
          ? Optional.of(JSON.readValue(file.toFile(), State.class))
          : Optional.empty();
    } catch (JacksonException malformed) {
      throw new IOException(
          file + " is not from this version of Weir: delete " + directory + " to begin anew",
          malformed);
    }
  }

  void write(Path directory) throws IOException {
    PrivateFile.write(directory.resolve(FILE), JSON.writeValueAsBytes(this));
  }

  @Override
  public String toString() {
    return "State of " + machines.keySet();
  }
}
