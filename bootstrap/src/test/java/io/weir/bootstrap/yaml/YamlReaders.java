package io.weir.bootstrap.yaml;

import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Readers of both YAML versions that a machine may have. */
public final class YamlReaders {

  private static final int NO_LIMIT = 64 << 20;

  /** Reads as cloud-init does, YAML 1.1; a key given twice is an error. */
  public static Map<String, Object> readAs11(String text) {
    var options = new LoaderOptions();
    options.setCodePointLimit(NO_LIMIT);
    options.setAllowDuplicateKeys(false);
    return new Yaml(new SafeConstructor(options)).load(text);
  }

  /** Reads YAML 1.2. */
  @SuppressWarnings("unchecked")
  public static Map<String, Object> readAs12(String text) {
    var settings = LoadSettings.builder().setCodePointLimit(NO_LIMIT).build();
    return (Map<String, Object>) new Load(settings).loadFromString(text);
  }

  private YamlReaders() {}
}
