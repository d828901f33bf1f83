package io.weir.provider.azure.account.calls;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a request carries that no message may repeat: bootstrap data, passwords and protected
 * settings of extensions. Azure quotes values that it refuses.
 *
 * @param values texts of at least some length
 */
record RequestSecrets(List<String> values) {

  /** None. */
  static final RequestSecrets NONE = new RequestSecrets(List.of());

  private static final Set<String> NAMES =
      Set.of("admincredential", "adminpassword", "customdata", "protectedsettings", "userdata");

  /** A shorter text gives nothing away, and would mask parts of words. */
  private static final int SHORTEST = 6;

  /** Of a long value Azure may quote the beginning. */
  private static final int BEGINNING = 24;

  private static final String MASK = "****";

  RequestSecrets {
    values = List.copyOf(values);
  }

  /** Those of a request with this body. */
  static RequestSecrets of(@Nullable JsonNode body) {
    var found = new ArrayList<String>();
    if (body != null) {
      collect(body, false, found);
    }
    return new RequestSecrets(found);
  }

  private static void collect(JsonNode node, boolean secret, List<String> found) {
    if (node.isObject()) {
      node.properties()
          .forEach(
              field ->
                  collect(
                      field.getValue(),
                      secret || NAMES.contains(field.getKey().toLowerCase(Locale.ROOT)),
                      found));
    } else if (node.isArray()) {
      node.forEach(each -> collect(each, secret, found));
    } else if (secret && node.isValueNode() && node.asText().length() >= SHORTEST) {
      found.add(node.asText());
    }
  }

  /** The error without them. */
  ArmError mask(ArmError error) {
    return values.isEmpty()
        ? error
        : new ArmError(
            error.code(),
            mask(error.message()),
            error.target(),
            error.details().stream().map(this::mask).toList());
  }

  @Override
  public String toString() {
    return "RequestSecrets[%d]".formatted(values.size());
  }

  private String mask(String text) {
    String masked = text;
    for (String value : values) {
      masked = masked.replace(value, MASK);
      if (value.length() > BEGINNING) {
        int at = masked.indexOf(value.substring(0, BEGINNING));
        masked = at < 0 ? masked : masked.substring(0, at) + MASK;
      }
    }
    return masked;
  }
}
