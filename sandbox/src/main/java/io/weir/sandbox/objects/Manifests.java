package io.weir.sandbox.objects;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * YAML that is to be applied, and the objects in it.
 *
 * @param name what people know it by, such as a file's name
 * @param yaml one or more documents
 * @param objects the documents that are objects, in their order; without a namespace it is {@code
 *     default}
 */
public record Manifests(String name, String yaml, List<ApiObject> objects) {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final String EXAMPLE = "examples/aws/pool.yaml";

  public Manifests {
    objects = List.copyOf(objects);
  }

  /** The pool that a sandbox begins with. */
  public static Manifests example() {
    try (InputStream file = Manifests.class.getResourceAsStream("/io/weir/sandbox/" + EXAMPLE)) {
      if (file == null) {
        throw new IllegalStateException(EXAMPLE + " is not packed with this class");
      }
      return of(EXAMPLE, new String(file.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A file of somebody's own.
   *
   * @throws IOException when it cannot be read
   * @throws IllegalArgumentException when it is not YAML
   */
  public static Manifests read(Path file) throws IOException {
    return of(file.toString(), Files.readString(file));
  }

  /**
   * A text.
   *
   * @throws IllegalArgumentException when it is not YAML
   */
  public static Manifests of(String name, String yaml) {
    var objects = new ArrayList<ApiObject>();
    try (MappingIterator<JsonNode> documents = YAML.readerFor(JsonNode.class).readValues(yaml)) {
      while (documents.hasNext()) {
        if (documents.next() instanceof ObjectNode object) {
          objects.add(new ApiObject(object));
        }
      }
    } catch (JsonProcessingException | RuntimeException malformed) {
      throw new IllegalArgumentException(name + " is not YAML: " + malformed.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Manifests(name, yaml, objects);
  }

  /** The objects of one kind. */
  public List<ApiObject> of(GroupKind kind) {
    return objects.stream().filter(object -> object.groupKind().equals(kind)).toList();
  }

  /** Where an object will be. */
  public static ObjectKey key(ApiObject object) {
    return object.namespace().isEmpty() ? new ObjectKey("default", object.name()) : object.key();
  }

  /** Such as {@code Cluster demo, MachinePool workers}. */
  public String summary() {
    return objects.stream()
        .map(object -> object.groupKind().kind() + " " + object.name())
        .collect(Collectors.joining(", "));
  }
}
