package io.weir.controlplane.binaries;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The controller of Azure Service Operator itself, as far as node pools of AKS need it: kinds of
 * other services, and of Microsoft Entra, are left out, as they take half an hour and gigabytes of
 * memory to compile.
 *
 * @see <a href="https://azure.github.io/azure-service-operator">Azure Service Operator</a>
 */
public final class AzureServiceOperator {
  private static final String NAME = "aso";
  private static final String SOURCES = "github.com/Azure/azure-service-operator/v2";
  private static final List<String> TRIMMING = List.of("trim.go", "entra.go");
  private static final Duration BUILD_LIMIT = Duration.ofHours(1);

  private AzureServiceOperator() {}

  /**
   * The program, built first if the cache lacks it, which takes ten minutes and a network.
   *
   * @param listener told when the cache holds one that was not built there
   * @throws BinariesException when it cannot be built; the message says what to do
   */
  public static Path findOrBuild(BuildListener listener) throws IOException, InterruptedException {
    GoModule sources = GoModule.shipped(NAME);
    var all = new StringBuilder(sources.digest());
    TRIMMING.forEach(file -> all.append(GoModule.resource(NAME + "/" + file)));
    String program = NAME + "-" + Sha256.nameOf(all.toString());
    return new CachedBuild(NAME, NAME, program, sources.goVersion(), BUILD_LIMIT)
        .findOrBuild(
            listener,
            (go, workplace, fresh) -> {
              Path trimmed = trim(go, sources, workplace);
              String _ =
                  go.run(trimmed, "build", "-trimpath", "-o", fresh.toString(), "./cmd/controller");
            });
  }

  /** Go compiles no module of its cache with files in it replaced, so there must be a copy. */
  private static Path trim(CachedBuild.Go go, GoModule sources, Path workplace)
      throws IOException, InterruptedException {
    sources.writeTo(workplace);
    for (String file : TRIMMING) {
      Files.writeString(workplace.resolve(file), GoModule.resource(NAME + "/" + file));
    }
    String _ = go.run(workplace, "mod", "download", SOURCES);
    String whole = go.run(workplace, "list", "-m", "-f", "{{.Dir}}", SOURCES).strip();
    Path trimmed = workplace.resolve("trimmed");
    String _ = go.run(workplace, "run", "trim.go", whole, trimmed.toString(), "entra.go");
    return trimmed;
  }
}
