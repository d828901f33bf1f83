package io.weir.clouds.scaleway.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which method and path mean which operation. */
public final class Routes {
  private static final String REGION = "/k8s/v1/regions/([a-z]{2}-[a-z]{3})";
  private static final String ID = "/([^/]+)";

  /**
   * An operation.
   *
   * @param action its name
   * @param method the HTTP method
   * @param path what the path looks like: region first, then the id if there is one
   * @param writes whether it changes something
   * @param handler what answers
   */
  public record Route(
      String action,
      String method,
      Pattern path,
      boolean writes,
      Function<ScalewayCall, JsonNode> handler) {}

  /**
   * A route with what it found in a path.
   *
   * @param route the route
   * @param region the region
   * @param id the id; empty where the route has none
   */
  public record Match(Route route, String region, String id) {}

  private final List<Route> routes = new ArrayList<>();

  /**
   * Adds an operation that only reads.
   *
   * @param path from behind the region, {@code *} standing for an id
   */
  public void addRead(String action, String path, Function<ScalewayCall, JsonNode> handler) {
    add(action, "GET", path, false, handler);
  }

  /** Adds an operation that changes something. */
  public void addWrite(
      String action, String method, String path, Function<ScalewayCall, JsonNode> handler) {
    add(action, method, path, true, handler);
  }

  /** The operation that is meant; empty if there is none. */
  public Optional<Match> find(String method, String path) {
    for (Route route : routes) {
      Matcher match = route.path().matcher(path);
      if (route.method().equals(method) && match.matches()) {
        return Optional.of(
            new Match(route, match.group(1), match.groupCount() > 1 ? match.group(2) : ""));
      }
    }
    return Optional.empty();
  }

  /** The names of all operations. */
  public Set<String> actions() {
    Set<String> actions = new TreeSet<>();
    routes.forEach(route -> actions.add(route.action()));
    return actions;
  }

  private void add(
      String action,
      String method,
      String path,
      boolean writes,
      Function<ScalewayCall, JsonNode> handler) {
    Pattern pattern = Pattern.compile(REGION + path.replace("/*", ID));
    routes.add(new Route(action, method, pattern, writes, handler));
  }
}
