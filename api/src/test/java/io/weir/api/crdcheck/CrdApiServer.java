package io.weir.api.crdcheck;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.ControlPlaneOptions;
import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.BuildListener;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A real API server that has the definitions of some kinds. */
public final class CrdApiServer implements AutoCloseable {

  private final ControlPlane controlPlane;
  private final ServerRequests requests;
  private final Map<GroupKind, ApiObject> crds;

  private CrdApiServer(ControlPlane controlPlane, ServerRequests requests, List<ApiObject> crds) {
    this.controlPlane = controlPlane;
    this.requests = requests;
    this.crds = crds.stream().collect(Collectors.toMap(CrdApiServer::kind, Function.identity()));
  }

  private static GroupKind kind(ApiObject crd) {
    return new GroupKind(crd.at("/spec/group").asText(), crd.at("/spec/names/kind").asText());
  }

  /**
   * Starts one and returns when it serves the kinds.
   *
   * @param directory for its files; must be empty
   * @throws IOException if it does not start, or refuses a definition
   */
  public static CrdApiServer with(List<ApiObject> crds, Path directory)
      throws IOException, InterruptedException {
    var binaries = Binaries.findOrBuild(BuildListener.printingTo(System.out));
    Path files = Files.createDirectory(directory.resolve("objects"));
    var controlPlane =
        ControlPlane.start(binaries, ControlPlaneOptions.inDirectory(directory.resolve("server")));
    try {
      return on(controlPlane, crds, files);
    } catch (IOException | InterruptedException | RuntimeException e) {
      controlPlane.close();
      throw e;
    }
  }

  /**
   * Uses one that runs, which is not to be closed then, and returns when it serves the kinds.
   *
   * @param directory for files on their way to it
   * @throws IOException if it refuses a definition
   */
  public static CrdApiServer on(ControlPlane controlPlane, List<ApiObject> crds, Path directory)
      throws IOException, InterruptedException {
    String all =
        crds.stream().map(crd -> crd.copyTree().toString()).collect(Collectors.joining("\n---\n"));
    controlPlane.applyFile(Files.writeString(directory.resolve("definitions.yaml"), all));
    controlPlane.kubectl(waitingFor(crds)).outputOrThrow();
    var server = new CrdApiServer(controlPlane, ServerRequests.to(controlPlane), crds);
    server.awaitServed();
    return server;
  }

  private static String[] waitingFor(List<ApiObject> crds) {
    return Stream.concat(
            Stream.of("wait", "--for=condition=Established", "--timeout=90s"),
            crds.stream().map(crd -> "crd/" + crd.name()))
        .toArray(String[]::new);
  }

  /** What is established is served a moment later. */
  private void awaitServed() throws IOException, InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(90).toNanos();
    for (ApiObject crd : crds.values()) {
      for (JsonNode version : crd.at("/spec/versions")) {
        if (version.path("storage").asBoolean()) {
          String path = collection(crd, version.path("name").asText(), "");
          while (requests.send("GET", path, "", "").statusCode() != 200) {
            if (System.nanoTime() > end) {
              throw new IOException("not served: " + path);
            }
          }
        }
      }
    }
  }

  private static String collection(ApiObject crd, String version, String namespace) {
    return "/apis/%s/%s%s/%s"
        .formatted(
            crd.at("/spec/group").asText(),
            version,
            namespace.isEmpty() ? "" : "/namespaces/" + namespace,
            crd.at("/spec/names/plural").asText());
  }

  /**
   * The conditions of a definition whose status is True.
   *
   * @param crd name of the definition
   */
  public String trueConditions(String crd) throws IOException, InterruptedException {
    String path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/" + crd;
    JsonNode found = Json.MAPPER.readTree(requests.send("GET", path, "", "").body());
    return found
        .at("/status/conditions")
        .valueStream()
        .filter(condition -> condition.path("status").asText().equals("True"))
        .map(condition -> condition.path("type").asText())
        .collect(Collectors.joining(" "));
  }

  /**
   * Stores an object with its status, and gives what is stored then.
   *
   * @throws IOException with what the API server says when it refuses
   */
  public ApiObject store(JsonNode object) throws IOException, InterruptedException {
    var sent = new ApiObject(object.deepCopy());
    ApiObject crd = crds.get(sent.groupKind());
    if (crd == null) {
      throw new IllegalArgumentException("no definition of " + sent.groupKind());
    }
    String version = sent.apiVersion().substring(sent.apiVersion().indexOf('/') + 1);
    boolean inDefault =
        crd.at("/spec/scope").asText().equals("Namespaced") && sent.namespace().isEmpty();
    String namespace = inDefault ? "default" : sent.namespace();
    String path = collection(crd, version, namespace) + "/" + sent.name();
    JsonNode stored = applied(path, object);
    return new ApiObject(
        (ObjectNode) (object.has("status") ? applied(path + "/status", object) : stored));
  }

  private JsonNode applied(String path, JsonNode object) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        requests.send(
            "PATCH",
            path + "?fieldManager=test&force=true",
            "application/apply-patch+yaml",
            object.toString());
    JsonNode body = Json.MAPPER.readTree(answer.body());
    if (answer.statusCode() >= 300) {
      throw new IOException(body.path("message").asText(answer.body()));
    }
    return body;
  }

  /**
   * What kubectl prints.
   *
   * @throws IOException with what it complains of when it fails
   */
  public String kubectl(String... arguments) throws IOException, InterruptedException {
    return controlPlane.kubectl(arguments).outputOrThrow();
  }

  @Override
  public void close() {
    controlPlane.close();
  }
}
