package io.weir.sandbox.keep;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.weir.clouds.aws.world.World;
import io.weir.sandbox.objects.Cloud;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What must be the same the next time, as objects in the API server speak of it.
 *
 * @param apiPort where the API server listens
 * @param doorPort where the workload cluster is reached; 0 for no address of its own
 * @param webhookPort where the manager answers webhooks
 * @param cloud whose pools are shown
 * @param world what exists in AWS beforehand
 */
public record Settings(int apiPort, int doorPort, int webhookPort, Cloud cloud, World world) {
  private static final String FILE = "settings.json";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * Those of a kept sandbox.
   *
   * @return empty when nothing is kept there yet
   * @throws IOException when they cannot be read
   */
  public static Optional<Settings> read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    try {
      return Files.exists(file)
          ? Optional.of(JSON.readValue(file.toFile(), Settings.class))
          : Optional.empty();
    } catch (JacksonException malformed) {
      throw new IOException(
          file + " is not from this version of Weir: delete " + directory + " to begin anew",
          malformed);
    }
  }

  /** Writes them down. */
  public void write(Path directory) throws IOException {
    PrivateFile.write(directory.resolve(FILE), JSON.writeValueAsBytes(this));
  }
}
