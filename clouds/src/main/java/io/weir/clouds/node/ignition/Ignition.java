package io.weir.clouds.node.ignition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.weir.clouds.node.cloudinit.UserData;
import io.weir.clouds.node.cloudinit.UserDataResult;
import io.weir.clouds.node.host.FileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Ignition at a machine's first boot, and systemd after it. */
public final class Ignition {
  private static final JsonMapper MAPPER = new JsonMapper();

  private Ignition() {}

  /** Whether user data is meant for Ignition. */
  public static boolean isIgnition(UserData userData) {
    try {
      return userData.text().stripLeading().startsWith("{");
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Writes the files and returns what the enabled units run. A configuration that Ignition refuses
   * leaves a machine that does not come up: see the warnings.
   *
   * @param metadata what the cloud knows of the instance, which units may ask for
   */
  public static UserDataResult process(
      UserData userData, Map<String, String> metadata, FileSystem files) {
    try {
      JsonNode config = MAPPER.readTree(userData.text());
      int major = major(config);
      IgnitionFileWriter.write(config.path("storage").path("files"), major, files);
      return SystemdUnits.start(config.path("systemd").path("units"), metadata, files);
    } catch (IgnitionException e) {
      return refused(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      // The cause would quote the text, and with it perhaps a secret.
      return refused("the config is not JSON");
    }
  }

  private static int major(JsonNode config) throws IgnitionException {
    String version = config.at("/ignition/version").asText("");
    return switch (version) {
      case "2.0.0", "2.1.0", "2.2.0", "2.3.0" -> 2;
      case "3.0.0", "3.1.0", "3.2.0", "3.3.0", "3.4.0" -> 3;
      default -> throw new IgnitionException("unsupported config version");
    };
  }

  private static UserDataResult refused(String why) {
    var warnings = new ArrayList<String>();
    warnings.add("ignition: " + why);
    return new UserDataResult(List.of(), List.of(), warnings, false);
  }
}
