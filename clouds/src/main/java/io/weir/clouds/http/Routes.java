package io.weir.clouds.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which method and path mean which operation.
 *
 * @param <S> what the cloud offers in a site
 * @param <C> a call in the cloud's own terms
 */
public final class Routes<S, C> {
  private static final Pattern VARIABLE = Pattern.compile("\\{([a-zA-Z]+)}");

  /**
   * An operation.
   *
   * @param action its name
   * @param method the HTTP method
   * @param path what the path looks like
   * @param writes whether it changes something
   * @param handler what answers, under the lock of the site
   */
  public record Route<S, C>(
      String action,
      String method,
      Pattern path,
      boolean writes,
      BiFunction<S, C, RestResponse> handler) {}

  /**
   * A route with what it found in a path.
   *
   * @param route the route
   * @param variables by the names that they have in the template
   */
  public record Match<S, C>(Route<S, C> route, Map<String, String> variables) {
    public Match {
      variables = Map.copyOf(variables);
    }

    /** A variable of the path; empty where the route has none of this name. */
    public String variable(String name) {
      return variables.getOrDefault(name, "");
    }
  }

  private final String prefix;
  private final int flags;
  private final List<Route<S, C>> routes = new ArrayList<>();

  private Routes(String prefix, int flags) {
    this.prefix = prefix;
    this.flags = flags;
  }

  /**
   * None yet.
   *
   * @param prefix with which all templates begin, such as {@code /v1/regions/{region}}
   */
  public static <S, C> Routes<S, C> below(String prefix) {
    return new Routes<>(prefix, 0);
  }

  /** The same for a cloud that does not tell capital letters in paths from small ones. */
  public static <S, C> Routes<S, C> ofAnyCaseBelow(String prefix) {
    return new Routes<>(prefix, Pattern.CASE_INSENSITIVE);
  }

  /**
   * Adds an operation that only reads, by GET.
   *
   * @param template from behind the prefix; {@code {name}} stands for a part without slash or colon
   */
  public Routes<S, C> read(String action, String template, BiFunction<S, C, RestResponse> handler) {
    return add(action, "GET", template, false, handler);
  }

  /** Adds an operation that only reads, by another method. */
  public Routes<S, C> read(
      String action, String method, String template, BiFunction<S, C, RestResponse> handler) {
    return add(action, method, template, false, handler);
  }

  /** Adds an operation that changes something. */
  public Routes<S, C> write(
      String action, String method, String template, BiFunction<S, C, RestResponse> handler) {
    return add(action, method, template, true, handler);
  }

  /** The operation that is meant; empty if there is none. */
  public Optional<Match<S, C>> find(String method, String path) {
    for (Route<S, C> route : routes) {
      Matcher match = route.path().matcher(path);
      if (route.method().equals(method) && match.matches()) {
        Map<String, String> variables = new LinkedHashMap<>();
        route.path().namedGroups().keySet().forEach(one -> variables.put(one, match.group(one)));
        return Optional.of(new Match<>(route, variables));
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

  private Routes<S, C> add(
      String action,
      String method,
      String template,
      boolean writes,
      BiFunction<S, C, RestResponse> handler) {
    routes.add(
        new Route<>(
            action, method, Pattern.compile(regex(prefix + template), flags), writes, handler));
    return this;
  }

  private static String regex(String template) {
    Matcher variable = VARIABLE.matcher(template);
    var regex = new StringBuilder();
    int end = 0;
    while (variable.find()) {
      regex
          .append(Pattern.quote(template.substring(end, variable.start())))
          .append("(?<%s>[^/:]+)".formatted(variable.group(1)));
      end = variable.end();
    }
    return regex.append(Pattern.quote(template.substring(end))).toString();
  }
}
