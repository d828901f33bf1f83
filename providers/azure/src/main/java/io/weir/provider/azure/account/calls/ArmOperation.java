package io.weir.provider.azure.account.calls;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.provider.azure.account.ResourcePath;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A write that Azure has accepted and not finished, to be {@linkplain ArmClient#follow followed} by
 * a later pass. It names no host: a token goes to the scope's own Azure only, whoever wrote what
 * this was read from.
 *
 * @param action Azure's name of the write
 * @param resource the path of the resource that was written
 * @param path where to follow it, with its query
 * @param form what is there
 * @param retryAfter how long Azure wants not to be asked
 * @param secrets what the error that it may end with must not repeat; unknown once it was kept
 */
public record ArmOperation(
    String action,
    String resource,
    String path,
    Form form,
    Duration retryAfter,
    RequestSecrets secrets) {

  private static final Duration PAUSE = Duration.ofSeconds(10);
  private static final int LONGEST = 4_096;

  /** As Azure names its calls. */
  private static final Pattern ACTION = Pattern.compile("[A-Za-z]{1,60}_[A-Za-z]{1,60}");

  /** Below a subscription, where Microsoft.Compute tells how far writes are, and nothing else. */
  private static final Pattern OF_COMPUTE =
      Pattern.compile(
          "(?i)/providers/Microsoft\\.Compute/locations/[a-z0-9]+/operations?(Results|Status|Statuses)?/[a-z0-9-]+");

  /** How an operation tells how far it is. */
  public enum Form {
    /** By a status in its body, {@code Azure-AsyncOperation}. */
    STATUS,
    /** By the status of the answer, {@code Location}. */
    MONITOR
  }

  /** One of a request that held no secrets, or of which it is not known any more. */
  public ArmOperation(String action, String resource, String path, Form form, Duration retryAfter) {
    this(action, resource, path, form, retryAfter, RequestSecrets.NONE);
  }

  /** What an answer says is still to be done at an Azure. */
  static Optional<ArmOperation> of(
      String action, String resource, JsonResponse response, URI resourceManager) {
    Duration retryAfter = response.retryAfter("Retry-After").orElse(PAUSE);
    Optional<ArmOperation> status =
        response
            .header("Azure-AsyncOperation")
            .flatMap(url -> pathAt(resourceManager, url))
            .map(path -> new ArmOperation(action, resource, path, Form.STATUS, retryAfter));
    return status.or(
        () ->
            response
                .header("Location")
                .filter(_ -> response.status() == 202)
                .flatMap(url -> pathAt(resourceManager, url))
                .map(path -> new ArmOperation(action, resource, path, Form.MONITOR, retryAfter)));
  }

  /**
   * The path and query of an address at an Azure, whose locations have hosts of their own below its
   * host; empty if it is elsewhere.
   */
  static Optional<String> pathAt(URI resourceManager, String url) {
    if (url.length() > LONGEST) {
      return Optional.empty();
    }
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException _) {
      return Optional.empty();
    }
    String own = resourceManager.getHost();
    String host = uri.getHost() == null ? "" : uri.getHost().toLowerCase(Locale.ROOT);
    boolean same =
        (host.equals(own) || host.endsWith("." + own))
            && resourceManager.getScheme().equalsIgnoreCase(uri.getScheme())
            && resourceManager.getPort() == uri.getPort()
            && uri.getUserInfo() == null;
    String query = uri.getRawQuery();
    return same && uri.getRawPath() != null
        ? Optional.of(uri.getRawPath() + (query == null ? "" : "?" + query))
        : Optional.empty();
  }

  /**
   * Whether a path with its query, which others may have written, is below another path. In Azure's
   * own nothing of the path is escaped, so that no escape hides where it leads.
   */
  static boolean isBelow(String parent, String pathAndQuery) {
    URI uri;
    try {
      uri = new URI(pathAndQuery);
    } catch (URISyntaxException _) {
      return false;
    }
    String path = uri.getRawPath();
    return !uri.isAbsolute()
        && uri.getRawAuthority() == null
        && uri.getRawFragment() == null
        && path != null
        && path.length() > parent.length()
        && ResourcePath.isWithin(path, parent)
        && !path.contains("%")
        && !ResourcePath.hasDots(path);
  }

  ArmOperation with(RequestSecrets ofRequest) {
    return new ArmOperation(action, resource, path, form, retryAfter, ofRequest);
  }

  /** Whether it is followed where the operations of a subscription are. */
  boolean isIn(String subscriptionPath) {
    String place = path.split("\\?", 2)[0];
    return isBelow(subscriptionPath, path)
        && OF_COMPUTE.matcher(place.substring(subscriptionPath.length())).matches();
  }

  /**
   * The form in which it is kept until a later pass, where others may write, too. Which resource it
   * is of is not said: whoever keeps it knows.
   */
  public String text() {
    return Json.MAPPER
        .createObjectNode()
        .put("action", action)
        .put("path", path)
        .put("form", form.name())
        .put("retryAfter", retryAfter.toSeconds())
        .toString();
  }

  /**
   * Reads {@link #text}; empty if it is not of that form.
   *
   * @param resource the path of the resource that it was kept for
   */
  public static Optional<ArmOperation> parse(String text, String resource) {
    JsonNode tree;
    try {
      tree = Json.MAPPER.readTree(text);
    } catch (JsonProcessingException _) {
      return Optional.empty();
    }
    String form = tree.path("form").asText("");
    boolean known = form.equals(Form.STATUS.name()) || form.equals(Form.MONITOR.name());
    String path = tree.path("path").asText("");
    String action = tree.path("action").asText("");
    return known && ACTION.matcher(action).matches() && !path.isEmpty() && path.length() <= LONGEST
        ? Optional.of(
            new ArmOperation(
                action,
                resource,
                path,
                Form.valueOf(form),
                Duration.ofSeconds(Math.clamp(tree.path("retryAfter").asLong(), 1, 3_600))))
        : Optional.empty();
  }
}
