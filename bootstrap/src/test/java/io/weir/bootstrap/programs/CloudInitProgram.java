package io.weir.bootstrap.programs;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.controlplane.files.PrivateDirectory;
import io.weir.controlplane.process.Command;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Debian's cloud-init: the installed one, else one that is unpacked from its packages into the
 * cache, where it leaves the system alone. It is loaded once for all that it is asked.
 */
public final class CloudInitProgram implements AutoCloseable {

  private static final Duration DOWNLOAD_LIMIT = Duration.ofMinutes(5);
  private static final Duration LIMIT = Duration.ofMinutes(1);

  /** The program and the Python modules that its templates and schemas need. */
  private static final List<String> PACKAGES =
      List.of(
          "cloud-init",
          "python3-attr",
          "python3-certifi",
          "python3-chardet",
          "python3-configobj",
          "python3-idna",
          "python3-jinja2",
          "python3-json-pointer",
          "python3-jsonpatch",
          "python3-jsonschema",
          "python3-markupsafe",
          "python3-netifaces",
          "python3-oauthlib",
          "python3-pyrsistent",
          "python3-requests",
          "python3-serial",
          "python3-six",
          "python3-urllib3",
          "python3-yaml");

  private final Process python;
  private final BufferedWriter asked;
  private final BufferedReader answers;

  private CloudInitProgram(Process python) {
    this.python = python;
    this.asked = python.outputWriter(StandardCharsets.UTF_8);
    this.answers = python.inputReader(StandardCharsets.UTF_8);
  }

  /**
   * Finds or gets it, and loads it.
   *
   * @throws IOException when it cannot be had; the message says what to do
   */
  public static CloudInitProgram provide() throws IOException, InterruptedException {
    Optional<Path> installed = onPath("cloud-init");
    if (installed.isPresent()) {
      return begin(interpreter(installed.get()), Map.of());
    }
    Path root = PrivateDirectory.openShared(cache()).resolve("cloud-init");
    Path modules = root.resolve("usr/lib/python3/dist-packages");
    if (!Files.isDirectory(modules.resolve("cloudinit"))) {
      unpack(root);
    }
    String python = onPath("python3").map(Path::toString).orElse("python3");
    return begin(python, Map.of("PYTHONPATH", modules.toString()));
  }

  /** The Python that the program's first line names. */
  private static String interpreter(Path program) throws IOException {
    try (Stream<String> lines = Files.lines(program)) {
      return lines.findFirst().orElse("").replace("#!", "").strip().split(" ", -1)[0];
    }
  }

  private static CloudInitProgram begin(String python, Map<String, String> environment)
      throws IOException {
    String script;
    try (InputStream in = CloudInitProgram.class.getResourceAsStream("cloud_init_runs.py")) {
      script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    var builder = new ProcessBuilder(python, "-c", script).redirectError(Redirect.INHERIT);
    builder.environment().putAll(environment);
    return new CloudInitProgram(builder.start());
  }

  private static void unpack(Path root) throws IOException, InterruptedException {
    Path fresh = Files.createTempDirectory(root.getParent(), "cloud-init");
    var download = new ArrayList<>(List.of("apt-get", "download"));
    download.addAll(PACKAGES);
    try {
      run(download, fresh, DOWNLOAD_LIMIT).outputOrThrow();
      try (Stream<Path> files = Files.list(fresh)) {
        for (Path file : files.filter(path -> path.toString().endsWith(".deb")).toList()) {
          run(List.of("dpkg-deb", "-x", file.toString(), fresh.toString()), fresh, LIMIT)
              .outputOrThrow();
        }
      }
    } catch (IOException e) {
      throw new IOException(
          "cloud-init is needed to check bootstrap data: install the package cloud-init, or have"
              + " apt-get reach a Debian mirror ("
              + e.getMessage()
              + ")",
          e);
    }
    Files.move(fresh, root);
  }

  /**
   * What its templates give, with this instance data.
   *
   * @throws IOException when it refuses the template
   */
  public String render(Path userData, Path instanceData) throws IOException {
    return run("devel", "render", "-i", instanceData.toString(), userData.toString())
        .outputOrThrow();
  }

  /** What it thinks of a cloud-config; an exit code of 0 means valid. */
  public Command.Result schema(Path config) throws IOException {
    return run("schema", "-c", config.toString());
  }

  private Command.Result run(String... arguments) throws IOException {
    asked.write(Json.MAPPER.writeValueAsString(arguments));
    asked.newLine();
    asked.flush();
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("cloud-init could not be loaded; its Python says why");
    }
    JsonNode answer = Json.MAPPER.readTree(line);
    return new Command.Result(
        "cloud-init",
        answer.path("code").asInt(),
        answer.path("out").asText(),
        answer.path("err").asText());
  }

  @Override
  public void close() throws IOException {
    asked.close();
    Process _ = python.onExit().join();
  }

  private static Command.Result run(List<String> line, Path directory, Duration limit)
      throws IOException, InterruptedException {
    return new Command(line, Map.of(), directory, "", limit).run();
  }

  private static Optional<Path> onPath(String name) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory).resolve(name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static Path cache() {
    String own = System.getenv("WEIR_CACHE");
    String shared = System.getenv("XDG_CACHE_HOME");
    if (own != null && !own.isBlank()) {
      return Path.of(own);
    }
    return shared != null && !shared.isBlank()
        ? Path.of(shared, "weir")
        : Path.of(System.getProperty("user.home"), ".cache", "weir");
  }
}
