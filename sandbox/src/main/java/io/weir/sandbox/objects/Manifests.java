package io.weir.sandbox.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * YAML that is to be applied, and the objects in it.
 *
 * @param name what people know it by, such as a file's name
 * @param yaml one or more documents
 * @param objects the documents that are objects, in their order; without a namespace it is {@code
 *     default}
 */
public record Manifests(String name, String yaml, List<ApiObject> objects) {
  private static final String BETWEEN = "\n---\n";

  public Manifests {
    objects = List.copyOf(objects);
  }

  /** The pool that a sandbox begins with. */
  public static Manifests example() {
    return example(SandboxCloud.DEFAULT);
  }

  /** The same for one of the clouds. */
  public static Manifests example(SandboxCloud sandboxCloud) {
    String path = sandboxCloud.examplePath();
    try (InputStream file = Manifests.class.getResourceAsStream("/io/weir/sandbox/" + path)) {
      if (file == null) {
        throw new IllegalStateException(path + " is not packed with this class");
      }
      return of(path, new String(file.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** None. */
  public static Manifests none() {
    return new Manifests("nothing", "", List.of());
  }

  /**
   * A text.
   *
   * @throws IllegalArgumentException when it is not YAML, or a document is neither empty nor an
   *     object
   */
  public static Manifests of(String name, String yaml) {
    return new Manifests(name, yaml, YamlDocuments.objects(name, yaml));
  }

  /** Several, one after another, known by all their names. */
  static Manifests concat(List<Manifests> all) {
    return new Manifests(
        all.stream().map(Manifests::name).collect(Collectors.joining(", ")),
        all.stream().map(Manifests::yaml).collect(Collectors.joining(BETWEEN)),
        all.stream().flatMap(each -> each.objects().stream()).toList());
  }

  /** These without some of their objects. */
  public Manifests without(List<ApiObject> others) {
    List<ApiObject> rest = objects.stream().filter(each -> !others.contains(each)).toList();
    return others.isEmpty()
        ? this
        : new Manifests(name, documents(rest.stream().map(ApiObject::copyTree)), rest);
  }

  private static String documents(Stream<ObjectNode> trees) {
    return trees.map(ObjectNode::toString).collect(Collectors.joining(BETWEEN));
  }

  /** These, with further objects before them. */
  public Manifests withFirst(List<ObjectNode> first) {
    return first.isEmpty()
        ? this
        : new Manifests(
            name,
            documents(first.stream()) + BETWEEN + yaml,
            Stream.concat(first.stream().map(ApiObject::new), objects.stream()).toList());
  }

  /** The objects of one kind. */
  public List<ApiObject> of(GroupKind kind) {
    return objects.stream().filter(object -> object.groupKind().equals(kind)).toList();
  }

  /** Where an object will be. */
  public static ObjectKey keyOf(ApiObject object) {
    return object.namespace().isEmpty() ? new ObjectKey("default", object.name()) : object.key();
  }

  /** Such as {@code Cluster demo, MachinePool workers}. */
  public String summary() {
    return objects.stream()
        .map(object -> object.groupKind().kind() + " " + object.name())
        .collect(Collectors.joining(", "));
  }
}
