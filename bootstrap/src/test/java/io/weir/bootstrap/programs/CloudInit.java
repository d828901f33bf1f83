package io.weir.bootstrap.programs;

import io.weir.controlplane.process.Command;
import java.io.IOException;
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
 * cache, where it leaves the system alone.
 */
public final class CloudInit {

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

  private final List<String> program;
  private final Map<String, String> environment;

  private CloudInit(List<String> program, Map<String, String> environment) {
    this.program = program;
    this.environment = environment;
  }

  /**
   * Finds or gets it.
   *
   * @throws IOException when it cannot be had; the message says what to do
   */
  public static CloudInit provide() throws IOException, InterruptedException {
    Optional<Path> installed = onPath("cloud-init");
    if (installed.isPresent()) {
      return new CloudInit(List.of(installed.get().toString()), Map.of());
    }
    Path root = cache().resolve("cloud-init");
    Path modules = root.resolve("usr/lib/python3/dist-packages");
    if (!Files.isDirectory(modules.resolve("cloudinit"))) {
      unpack(root);
    }
    String python = onPath("python3").map(Path::toString).orElse("python3");
    return new CloudInit(
        List.of(python, "-m", "cloudinit.cmd.main"), Map.of("PYTHONPATH", modules.toString()));
  }

  private static void unpack(Path root) throws IOException, InterruptedException {
    Path fresh = Files.createTempDirectory(Files.createDirectories(root.getParent()), "cloud-init");
    var download = new ArrayList<>(List.of("apt-get", "download"));
    download.addAll(PACKAGES);
    try {
      run(download, fresh, DOWNLOAD_LIMIT).orThrow();
      try (Stream<Path> files = Files.list(fresh)) {
        for (Path file : files.filter(path -> path.toString().endsWith(".deb")).toList()) {
          run(List.of("dpkg-deb", "-x", file.toString(), fresh.toString()), fresh, LIMIT).orThrow();
        }
      }
    } catch (IOException e) {
      throw new IOException(
          "cloud-init is needed to check first-boot data: install the package cloud-init, or have"
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
  public String render(Path userData, Path instanceData) throws IOException, InterruptedException {
    return run(
            List.of("devel", "render", "-i", instanceData.toString(), userData.toString()),
            userData)
        .orThrow();
  }

  /** What it thinks of a cloud-config; an exit code of 0 means valid. */
  public Command.Result schema(Path config) throws IOException, InterruptedException {
    return run(List.of("schema", "-c", config.toString()), config);
  }

  private Command.Result run(List<String> arguments, Path file)
      throws IOException, InterruptedException {
    var line = new ArrayList<>(program);
    line.addAll(arguments);
    return new Command(line, environment, file.toAbsolutePath().getParent(), "", LIMIT).run();
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
