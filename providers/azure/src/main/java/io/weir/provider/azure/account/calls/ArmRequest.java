package io.weir.provider.azure.account.calls;

import io.weir.api.Excerpt;
import io.weir.provider.azure.account.ResourcePath;
import io.weir.provider.http.JsonApiClient;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of Azure Resource Manager.
 *
 * @param action Azure's name of the call, such as {@code VirtualMachineScaleSets_Get}
 * @param api whose version it is written for
 * @param path from {@code /subscriptions} on, without a query
 * @param query further parameters, such as {@code $expand}
 * @param ifMatch only if the resource still has this tag; null for whatever it has
 */
public record ArmRequest(
    String action, ArmApi api, String path, Map<String, String> query, @Nullable String ifMatch) {

  private static final Pattern RESOURCE =
      Pattern.compile("(?i).*/resourceGroups/([^/]+)/providers/[^/]+/([^/]+/[^/]+).*");

  /**
   * The request.
   *
   * @throws IllegalArgumentException if the path is none: what it is made of was to be checked
   */
  public ArmRequest {
    if (!ResourcePath.isOne(path)) {
      throw new IllegalArgumentException(
          action + ": not a path of Azure Resource Manager: " + Excerpt.of(path));
    }
    query = Map.copyOf(query);
  }

  /** One without parameters, whatever the resource is. */
  public static ArmRequest of(String action, ArmApi api, String path) {
    return new ArmRequest(action, api, path, Map.of(), null);
  }

  /** The same with this parameter, too. */
  public ArmRequest with(String name, String value) {
    var more = new HashMap<>(query);
    more.put(name, value);
    return new ArmRequest(action, api, path, more, ifMatch);
  }

  /** The same, refused unless the resource has this tag; {@code *} for any that exists. */
  public ArmRequest ifMatch(String etag) {
    return new ArmRequest(action, api, path, query, etag);
  }

  String pathAndQuery() {
    return path
        + "?api-version="
        + api.version()
        + query.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(each -> "&" + each.getKey() + "=" + encode(each.getValue()))
            .collect(Collectors.joining());
  }

  private static String encode(String value) {
    return JsonApiClient.urlEncode(value).replace("+", "%20");
  }

  /** The object by which Microsoft.Compute counts it: the resource in the path. */
  String counted() {
    return counted(path);
  }

  static String counted(String path) {
    Matcher resource = RESOURCE.matcher(path);
    return resource.matches()
        ? (resource.group(1) + "/" + resource.group(2)).toLowerCase(Locale.ROOT)
        : "";
  }
}
