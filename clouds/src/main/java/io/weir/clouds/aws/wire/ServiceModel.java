package io.weir.clouds.aws.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a service can be asked and can answer. The tables are resources beside this class; {@code
 * clouds/tools/aws-tables.py} makes them from AWS's published models.
 */
public final class ServiceModel {
  /**
   * One operation.
   *
   * @param name as in the parameter Action
   * @param input type of the request; null when it takes nothing
   * @param output type of the answer; null when it has none
   * @param wrapper the element around the members of the answer; null for none
   * @param method of HTTP; empty where the body alone tells what is asked
   * @param uri path with the names of its variables in braces; empty as the method
   */
  record Operation(
      String name,
      @Nullable String input,
      @Nullable String output,
      @Nullable String wrapper,
      String method,
      String uri) {}

  private final String service;
  private final String version;
  private final String namespace;
  private final String protocol;
  private final Map<String, Operation> operations = new TreeMap<>();
  private final Map<String, Shape> shapes = new HashMap<>();

  private ServiceModel(JsonNode root) {
    service = root.path("service").asText();
    version = root.path("version").asText();
    namespace = root.path("namespace").asText();
    protocol = root.path("protocol").asText();
    root.path("operations")
        .properties()
        .forEach(entry -> operations.put(entry.getKey(), operation(entry)));
    root.path("shapes")
        .properties()
        .forEach(entry -> shapes.put(entry.getKey(), Shape.of(entry.getValue())));
  }

  /** Reads the table of a service, for example {@code ec2}. */
  public static ServiceModel load(String service) {
    try (InputStream in = ServiceModel.class.getResourceAsStream(service + ".json")) {
      if (in == null) {
        throw new IllegalArgumentException("no table of service " + service);
      }
      return new ServiceModel(new ObjectMapper().readTree(in));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The service's name in a credential scope. */
  public String service() {
    return service;
  }

  /** The version that requests must name. */
  public String version() {
    return version;
  }

  /** The operations that exist here. */
  public Set<String> operations() {
    return operations.keySet();
  }

  /** Whether this is the EC2 flavour of the protocol. */
  public boolean isEc2() {
    return protocol.equals("ec2");
  }

  /** Whether paths tell what is asked, and bodies are JSON. */
  public boolean isRest() {
    return protocol.equals("rest-json");
  }

  /** Whether bodies are JSON. */
  public boolean isJson() {
    return isRest() || protocol.equals("json");
  }

  Collection<Operation> table() {
    return operations.values();
  }

  String namespace() {
    return namespace;
  }

  @Nullable Operation operation(String name) {
    return operations.get(name);
  }

  Shape shape(String name) {
    Shape shape = shapes.get(name);
    if (shape == null) {
      throw new IllegalStateException("the table of " + service + " lacks the type " + name);
    }
    return shape;
  }

  private static Operation operation(Map.Entry<String, JsonNode> entry) {
    JsonNode node = entry.getValue();
    return new Operation(
        entry.getKey(),
        node.path("input").asText(null),
        node.path("output").asText(null),
        node.path("wrapper").asText(null),
        node.path("method").asText(""),
        node.path("uri").asText(""));
  }
}
