package io.weir.provider.azure.scaleset;

import io.weir.api.Digest;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The secret settings of extensions, which Azure does not show again. Never logged.
 *
 * @param byExtension by the extension's name
 */
public record ProtectedSettings(Map<String, Map<String, String>> byExtension) {

  public ProtectedSettings {
    var sorted = new TreeMap<String, Map<String, String>>();
    byExtension.forEach(
        (name, settings) -> sorted.put(name, Collections.unmodifiableMap(new TreeMap<>(settings))));
    byExtension = Collections.unmodifiableMap(sorted);
  }

  /** By which a change of them is told; empty if there are none. */
  public String sha256() {
    return byExtension.isEmpty() ? "" : Digest.sha256(byExtension.toString());
  }

  @Override
  public String toString() {
    return "ProtectedSettings" + byExtension.keySet();
  }
}
