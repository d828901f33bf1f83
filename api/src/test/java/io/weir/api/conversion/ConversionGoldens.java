package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Pairs of objects: {@code from} one version, and what upstream makes of it, {@code to}. */
final class ConversionGoldens {

  private ConversionGoldens() {}

  /** Those of a file, named like {@code machines-v1beta1-to-v1beta2}. */
  static List<JsonNode> read(String file) {
    String path = "/golden/conversion-" + file + ".json";
    try (InputStream data = ConversionGoldens.class.getResourceAsStream(path)) {
      var pairs = new ArrayList<JsonNode>();
      Json.MAPPER.readTree(data).forEach(pairs::add);
      return pairs;
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + path, e);
    }
  }
}
