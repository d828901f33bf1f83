package io.weir.sandbox.saved;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.SavedMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What exists outside of the API server.
 *
 * @param clouds each cloud as it saves itself, by name
 * @param machines the disks of machines that have joined, by instance id; secrets
 */
public record SavedSandbox(Map<String, String> clouds, Map<String, SavedMachine> machines) {
  /** Where it is written. */
  public static final String FILE = "cloud.json";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  public SavedSandbox {
    clouds = new TreeMap<>(clouds);
    machines = new TreeMap<>(machines);
  }

  /** As it is now. */
  public static SavedSandbox of(List<SimulatedCloud> clouds, Fleet fleet) {
    return new SavedSandbox(
        clouds.stream().collect(Collectors.toMap(SimulatedCloud::name, SimulatedCloud::saveState)),
        fleet.savedMachine());
  }

  /** Has clouds go on from it; those that were not there begin as they are. */
  public void restoreTo(List<SimulatedCloud> now) {
    now.forEach(
        cloud -> Optional.ofNullable(clouds.get(cloud.name())).ifPresent(cloud::restoreState));
  }

  /**
   * That of a kept sandbox.
   *
   * @return empty when nothing is kept there yet
   * @throws IOException when it cannot be read
   */
  public static Optional<SavedSandbox> read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    try {
      return Files.exists(file)
          ? Optional.of(JSON.readValue(file.toFile(), SavedSandbox.class))
          : Optional.empty();
    } catch (JacksonException malformed) {
      throw new IOException(
          file + " is not from this version of Weir: delete " + directory + " to start over",
          malformed);
    }
  }

  /** For its file. */
  public byte[] toJson() {
    try {
      return JSON.writeValueAsBytes(this);
    } catch (JacksonException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public String toString() {
    return "State of " + machines.keySet();
  }
}
