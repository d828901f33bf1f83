package io.weir.controlplane.binaries;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Where the programs of a control plane lie; all of them are there. */
public final class Binaries {
  private static final String ASSETS = "KUBEBUILDER_ASSETS";

  private final Map<Binary, Path> files;

  private Binaries(Map<Binary, Path> files) {
    this.files = Map.copyOf(files);
  }

  /**
   * Finds the programs, or builds them.
   *
   * <p>Those in the directory that {@code KUBEBUILDER_ASSETS} names come first; all others come
   * from the cache ({@code WEIR_CACHE}, else {@code XDG_CACHE_HOME/weir}, else {@code
   * ~/.cache/weir}), and what the cache lacks is built with the installed Go. The first build takes
   * minutes and needs a network; any later call takes milliseconds. What lies in the cache and was
   * not built there is built again. May be called by many processes at once.
   *
   * @param listener told what is going on
   * @throws BinariesException when a program can be neither found nor built; the message says what
   *     to do
   * @throws IOException when the cache cannot be written, or others can write in it
   */
  public static Binaries findOrBuild(BuildListener listener)
      throws IOException, InterruptedException {
    return findOrBuild(
        Environment.ofThisProcess(),
        new BuildRecipe(GoModule.shipped()),
        Set.of(Binary.values()),
        listener);
  }

  static Binaries findOrBuild(
      Environment environment, BuildRecipe buildRecipe, Set<Binary> wanted, BuildListener listener)
      throws IOException, InterruptedException {
    Map<Binary, Path> files = fromAssets(environment, wanted);
    Set<Binary> others = EnumSet.copyOf(wanted);
    others.removeAll(files.keySet());
    if (others.isEmpty()) {
      return new Binaries(files);
    }
    if (!files.isEmpty()) {
      listener.onEvent(new BuildEvent.Note(mixture(environment, buildRecipe, others)));
    }
    files.putAll(new BinaryCache(environment, buildRecipe, listener).findOrBuild(others));
    return new Binaries(files);
  }

  /** The file of a program. */
  public Path path(Binary binary) {
    return Objects.requireNonNull(files.get(binary), binary::fileName);
  }

  /** The version of Kubernetes that is built, such as {@code v1.35.4}. */
  public static String kubernetesVersion() {
    return GoModule.shipped().kubernetesVersion();
  }

  private static Map<Binary, Path> fromAssets(Environment environment, Set<Binary> wanted)
      throws BinariesException {
    var files = new EnumMap<Binary, Path>(Binary.class);
    Optional<Path> assets = environment.variable(ASSETS).map(Path::of);
    if (assets.isEmpty()) {
      return files;
    }
    for (Binary binary : wanted) {
      Path file = assets.get().resolve(binary.fileName()).toAbsolutePath();
      if (Files.isExecutable(file)) {
        files.put(binary, file);
      }
    }
    if (files.isEmpty()) {
      throw new BinariesException(
          "%s is %s, where none of %s is a program: correct it or unset it."
              .formatted(ASSETS, assets.get(), Binary.names(wanted)));
    }
    return files;
  }

  private static String mixture(
      Environment environment, BuildRecipe buildRecipe, Set<Binary> others) {
    return "%s (%s) lacks %s, used in version %s from the cache"
        .formatted(
            ASSETS,
            environment.variable(ASSETS).orElse(""),
            Binary.names(others),
            buildRecipe.module().kubernetesVersion());
  }
}
