package io.weir.provider.oci.account.calls;

import io.weir.provider.ProviderException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The manager's own credentials in a directory with one file for each part, as a mounted Secret is:
 * an API key, or {@code useInstancePrincipal} with {@code true} in it.
 */
record KeyDirectory(Path directory) {

  /**
   * Whether they are those of the instance that the manager runs on.
   *
   * @throws ProviderException.Transient if the file that says so cannot be read
   */
  boolean isOfInstance() throws ProviderException {
    return entry("useInstancePrincipal").equals("true");
  }

  /**
   * The key as it is there now.
   *
   * @throws ProviderException.Denied if a file is missing
   * @throws ProviderException.Transient if one cannot be read
   */
  ApiKey read() throws ProviderException {
    return new ApiKey(
        required("tenancy"),
        required("user"),
        required("fingerprint"),
        required("key"),
        entry("passphrase"));
  }

  private String required(String name) throws ProviderException {
    String text = entry(name);
    if (text.isEmpty()) {
      throw new ProviderException.Denied(
          "the directory of --set oci.auth-config-dir, or AUTH_CONFIG_DIR, has no file %s: write it there"
              .formatted(name),
          null);
    }
    return text;
  }

  private String entry(String name) throws ProviderException {
    try {
      return Files.readString(directory.resolve(name)).strip();
    } catch (NoSuchFileException _) {
      return "";
    } catch (IOException unreadable) {
      throw new ProviderException.Transient(
          "cannot read file %s of --set oci.auth-config-dir".formatted(name), unreadable);
    }
  }
}
