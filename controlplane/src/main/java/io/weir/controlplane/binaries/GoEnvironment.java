package io.weir.controlplane.binaries;

import io.weir.controlplane.process.ProcessEnvironment;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The whole environment of Go. The user says where modules come from and where Go keeps its files;
 * what is fetched and what is built of it is decided here and by go.sum. So variables are let in by
 * name: a list of those to keep out would lack the next one that Go learns.
 *
 * <p>Whatever the proxy serves is compared with go.sum, which has every module: a build neither
 * completes go.sum nor asks a checksum database for what it lacks. What Go keeps in its own caches
 * is trusted as the user's where it can only be theirs: see {@link GoCaches}.
 */
final class GoEnvironment {
  /**
   * The same for everybody. Without C, so that no C compiler is needed and the result is the same
   * with and without one. The installed Go builds, and never fetches another one to do it.
   */
  static final Map<String, String> PINNED =
      Map.of(
          "CGO_ENABLED", "0",
          "GOENV", "off",
          "GOFLAGS", "-mod=readonly -buildvcs=false",
          "GOSUMDB", "sum.golang.org",
          "GOTOOLCHAIN", "local",
          "GOWORK", "off");

  /**
   * Where modules come from, with which credentials, and where Go keeps what it fetched and
   * compiled: asked of Go, as many users set them with {@code go env -w}.
   */
  static final List<String> PLACES =
      List.of("GOPROXY", "GOAUTH", "GOMODCACHE", "GOCACHE", "GOTMPDIR");

  /** What any program needs on this machine to find files, reach a network and limit itself. */
  private static final List<String> MACHINE =
      List.of(
          "PATH",
          "HOME",
          "TMPDIR",
          "XDG_CACHE_HOME",
          "XDG_CONFIG_HOME",
          "HTTP_PROXY",
          "HTTPS_PROXY",
          "ALL_PROXY",
          "NO_PROXY",
          "http_proxy",
          "https_proxy",
          "all_proxy",
          "no_proxy",
          "NETRC",
          "SSL_CERT_FILE",
          "SSL_CERT_DIR",
          "GOMAXPROCS",
          "GOMEMLIMIT");

  private GoEnvironment() {}

  /** For asking Go for its version and the {@link #PLACES}, wherever the user has set them. */
  static ProcessEnvironment ofQuestion(Environment environment) {
    Map<String, String> all = ofMachine(environment);
    all.putAll(PINNED);
    all.remove("GOENV");
    Stream.concat(PLACES.stream(), Stream.of("GOENV", "GOPATH"))
        .forEach(name -> environment.variable(name).ifPresent(value -> all.put(name, value)));
    return ProcessEnvironment.only(all);
  }

  /**
   * For a build.
   *
   * @param places the values of {@link #PLACES} that are set
   */
  static ProcessEnvironment ofBuild(Environment environment, Map<String, String> places) {
    Map<String, String> all = ofMachine(environment);
    all.putAll(places);
    all.putAll(PINNED);
    return ProcessEnvironment.only(all);
  }

  private static Map<String, String> ofMachine(Environment environment) {
    var all = new TreeMap<String, String>();
    MACHINE.forEach(name -> environment.variable(name).ifPresent(value -> all.put(name, value)));
    return all;
  }
}
