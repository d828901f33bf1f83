package io.weir.sandbox.saved;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.weir.controlplane.files.PrivateFile;
import io.weir.sandbox.cloud.CloudSimulations;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.objects.SandboxCloud;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What must be the same the next time, as objects in the API server speak of it.
 *
 * @param apiPort where the API server listens
 * @param gatePort where the workload cluster is reached; 0 for no address of its own
 * @param webhookPort where the manager answers webhooks
 * @param cloud whose pools are shown
 * @param worlds what exists beforehand in each cloud that runs, as it writes itself
 */
public record SavedSettings(
    int apiPort,
    int gatePort,
    int webhookPort,
    SandboxCloud cloud,
    Map<SandboxCloud, JsonNode> worlds) {
  private static final String FILE = "settings.json";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * Those of a kept sandbox.
   *
   * @return empty when nothing is kept there yet
   * @throws IOException when they cannot be read
   */
  public static Optional<SavedSettings> read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    try {
      return Files.exists(file)
          ? Optional.of(JSON.readValue(file.toFile(), SavedSettings.class))
          : Optional.empty();
    } catch (JacksonException malformed) {
      throw new IOException(
          file + " is not from this version of Weir: delete " + directory + " to start over",
          malformed);
    }
  }

  /** What existed beforehand in each cloud that ran. */
  public List<CloudWorld> readWorlds() {
    return worlds.entrySet().stream()
        .map(world -> CloudSimulations.of(world.getKey()).savedWorld(world.getValue()))
        .toList();
  }

  /** Those worlds, as they write themselves. */
  public static Map<SandboxCloud, JsonNode> written(List<CloudWorld> worlds) {
    return worlds.stream().collect(Collectors.toMap(CloudWorld::cloud, CloudWorld::toJson));
  }

  /** Writes them down. */
  public void write(Path directory) throws IOException {
    PrivateFile.write(directory.resolve(FILE), JSON.writeValueAsBytes(this));
  }
}
