package io.weir.sandbox.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.weir.api.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * What schemas do not say: which values make sense in the simulated clouds, what else a pool must
 * have for a property to mean something, and why a property is left out. A table that people write,
 * {@code plausible-values.yaml}.
 */
public final class PlausibleValues {

  private final JsonNode table;

  private PlausibleValues(JsonNode table) {
    this.table = table;
  }

  /** The table of the tests. */
  public static PlausibleValues ofTests() {
    try (InputStream file = PlausibleValues.class.getResourceAsStream("plausible-values.yaml")) {
      // Jackson does not resolve the aliases that the table has.
      Object table = new Yaml(new SafeConstructor(new LoaderOptions())).load(file);
      return new PlausibleValues(Json.MAPPER.valueToTree(table));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Two or more values that work; empty where the schema says enough. */
  List<JsonNode> values(String kind, String path) {
    return entry(kind, path).path("values").valueStream().toList();
  }

  /** Values that the schema takes, and that are wrong all the same. */
  public List<JsonNode> invalid(String kind, String path) {
    return entry(kind, path).path("invalid").valueStream().toList();
  }

  /** What the specs of a pool must have for the property to mean something, by kind. */
  public JsonNode context(SchemaProperty property) {
    // What a container needs, its parts need, too.
    JsonNode found = MissingNode.getInstance();
    for (int i = 1; i <= property.steps().size(); i++) {
      String path = String.join(".", property.steps().subList(0, i)).replaceAll("(\\[]|\\{})$", "");
      JsonNode nearer = entry(property.kind(), path).path("with");
      found = nearer.isMissingNode() ? found : nearer;
    }
    return found;
  }

  /** Why it is left out, with all that is in it; empty where it is not. */
  public Optional<String> omission(SchemaProperty property) {
    for (int i = 1; i <= property.steps().size(); i++) {
      String path = String.join(".", property.steps().subList(0, i)).replaceAll("(\\[]|\\{})$", "");
      JsonNode why = entry(property.kind(), path).path("omitted");
      if (why.isTextual()) {
        return Optional.of(why.asText());
      }
    }
    return Optional.empty();
  }

  /** Why a pool that is edited back is not as it was before; empty where it must be. */
  public Optional<String> remainder(SchemaProperty property) {
    return nearest(property, "remains");
  }

  /** Why a pool that is created with a value is other than one that runs; empty where it is not. */
  public Optional<String> unlikeness(SchemaProperty property) {
    return nearest(property, "unlike");
  }

  /** What is known to be wrong with a property, and is not told again; empty if nothing. */
  public Optional<String> weakness(SchemaProperty property) {
    JsonNode what = entry(property.kind(), property.path()).path("weak");
    return what.isTextual() ? Optional.of(what.asText()) : Optional.empty();
  }

  private Optional<String> nearest(SchemaProperty property, String what) {
    for (int i = property.steps().size(); i > 0; i--) {
      String path = String.join(".", property.steps().subList(0, i)).replaceAll("(\\[]|\\{})$", "");
      JsonNode why = entry(property.kind(), path).path(what);
      if (why.isTextual()) {
        return Optional.of(why.asText());
      }
    }
    return Optional.empty();
  }

  /** The paths of a kind that it has something to say about. */
  public List<String> paths(String kind) {
    return table.path(kind).properties().stream().map(entry -> entry.getKey()).toList();
  }

  private JsonNode entry(String kind, String path) {
    return table.path(kind).path(path);
  }
}
