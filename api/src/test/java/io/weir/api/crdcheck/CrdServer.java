package io.weir.api.crdcheck;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.Options;
import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.BuildListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A real API server that has the definitions of some kinds. */
public final class CrdServer implements AutoCloseable {

  private final ControlPlane plane;
  private final Path directory;

  private CrdServer(ControlPlane plane, Path directory) {
    this.plane = plane;
    this.directory = directory;
  }

  /**
   * Starts one and returns when it serves the kinds.
   *
   * @param directory for its files; must be empty
   * @throws IOException if it does not start, or refuses a definition
   */
  public static CrdServer with(List<ApiObject> crds, Path directory)
      throws IOException, InterruptedException {
    var binaries = Binaries.provide(BuildListener.printingTo(System.out));
    Path files = Files.createDirectory(directory.resolve("objects"));
    var plane = ControlPlane.start(binaries, Options.in(directory.resolve("server")));
    try {
      return on(plane, crds, files);
    } catch (IOException | InterruptedException | RuntimeException e) {
      plane.close();
      throw e;
    }
  }

  /**
   * Uses one that runs, which is not to be closed then, and returns when it serves the kinds.
   *
   * @param directory for objects on their way to it
   * @throws IOException if it refuses a definition
   */
  public static CrdServer on(ControlPlane plane, List<ApiObject> crds, Path directory)
      throws IOException, InterruptedException {
    for (ApiObject crd : crds) {
      plane.apply(crd.copy().toString());
    }
    plane.kubectl(waitingFor(crds)).orThrow();
    awaitServed(plane, crds);
    return new CrdServer(plane, directory);
  }

  private static String[] waitingFor(List<ApiObject> crds) {
    return Stream.concat(
            Stream.of("wait", "--for=condition=Established", "--timeout=90s"),
            crds.stream().map(crd -> "crd/" + crd.name()))
        .toArray(String[]::new);
  }

  /** What is established is served a moment later. */
  private static void awaitServed(ControlPlane plane, List<ApiObject> crds)
      throws IOException, InterruptedException {
    String kinds = crds.stream().map(ApiObject::name).collect(Collectors.joining(","));
    long end = System.nanoTime() + Duration.ofSeconds(90).toNanos();
    var answer = plane.kubectl("get", kinds, "--all-namespaces");
    while (answer.exitCode() != 0 && System.nanoTime() < end) {
      answer = plane.kubectl("get", kinds, "--all-namespaces");
    }
    answer.orThrow();
  }

  /**
   * The conditions of a definition whose status is True.
   *
   * @param crd name of the definition
   */
  public String trueConditions(String crd) throws IOException, InterruptedException {
    String path = "jsonpath={.status.conditions[?(@.status==\"True\")].type}";
    return plane.kubectl("get", "crd", crd, "-o", path).orThrow();
  }

  /**
   * Stores an object with its status, and gives what is stored then.
   *
   * @throws IOException with what the API server says when it refuses
   */
  public ApiObject store(JsonNode object) throws IOException, InterruptedException {
    Path file = Files.createTempFile(directory, "object-", ".json");
    Files.writeString(file, object.toString());
    plane.applyFile(file);
    if (object.has("status")) {
      plane
          .kubectl("apply", "--server-side", "--subresource=status", "-f", file.toString())
          .orThrow();
    }
    String stored = plane.kubectl("get", "-f", file.toString(), "-o", "json").orThrow();
    return new ApiObject(Json.MAPPER.readValue(stored, ObjectNode.class));
  }

  /**
   * What kubectl prints.
   *
   * @throws IOException with what it complains of when it fails
   */
  public String kubectl(String... arguments) throws IOException, InterruptedException {
    return plane.kubectl(arguments).orThrow();
  }

  @Override
  public void close() {
    plane.close();
  }
}
