package io.weir.engine.workload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.Excerpt;
import io.weir.api.Json;
import io.weir.engine.workload.VettingResult.Accepted;
import io.weir.engine.workload.VettingResult.Refused;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Decides whether a kubeconfig from a Secret may be used. Whoever may write that Secret must not
 * thereby run commands in the manager, read its files or send its requests elsewhere.
 *
 * <p>What is accepted is written anew from the fields that were looked at. So a client that reads
 * YAML in another way than this class cannot find anything in it that was not vetted.
 */
public final class KubeconfigVetting {

  private static final YAMLMapper YAML = new YAMLMapper();

  private static final int LAST_PORT = 65_535;

  private static final List<String> CLUSTER_FIELDS =
      List.of("server", "certificate-authority-data", "tls-server-name");
  private static final List<String> USER_FIELDS =
      List.of("client-certificate-data", "client-key-data", "token", "username", "password");

  private static final Map<String, Refused> REFUSED_IN_CLUSTER = refusedInCluster();
  private static final Map<String, Refused> REFUSED_IN_USER = refusedInUser();

  private KubeconfigVetting() {}

  /**
   * Looks at what the current context uses; other entries are left out.
   *
   * @param certificates whether a PEM consists of certificates that can be read
   */
  public static VettingResult vet(String text, Predicate<String> certificates) {
    JsonNode root;
    try {
      root = YAML.readTree(text);
    } catch (JsonProcessingException _) {
      // The cause quotes the text.
      return new Refused("the kubeconfig", "is not YAML", "write a kubeconfig");
    }
    if (root == null || !root.isObject()) {
      return new Refused("the kubeconfig", "is empty or not a mapping", "write a kubeconfig");
    }
    String name = root.path("current-context").asText("");
    if (name.isEmpty()) {
      return new Refused("current-context", "is not set", "name one of the contexts");
    }
    Optional<JsonNode> context = entry(root, "contexts", name, "context");
    if (context.isEmpty()) {
      return missing("contexts", name, "current-context");
    }
    return entries(root, context.get(), certificates);
  }

  private static VettingResult entries(
      JsonNode root, JsonNode context, Predicate<String> certificates) {
    String clusterName = context.path("cluster").asText("");
    Optional<JsonNode> cluster = entry(root, "clusters", clusterName, "cluster");
    if (cluster.isEmpty()) {
      return missing("clusters", clusterName, "the current context");
    }
    String userName = context.path("user").asText("");
    Optional<JsonNode> user = entry(root, "users", userName, "user");
    if (user.isEmpty()) {
      return missing("users", userName, "the current context");
    }
    String inCluster = "clusters[" + Excerpt.of(clusterName) + "].cluster";
    String inUser = "users[" + Excerpt.of(userName) + "].user";
    return refused(cluster.get(), inCluster, REFUSED_IN_CLUSTER)
        .or(() -> refused(user.get(), inUser, REFUSED_IN_USER))
        .or(() -> withoutAccount(user.get(), inUser))
        .or(() -> tokenThatIsNone(user.get(), inUser))
        .<VettingResult>map(refused -> refused)
        .orElseGet(() -> accepted(cluster.get(), user.get(), inCluster, certificates));
  }

  private static Optional<Refused> refused(
      JsonNode entry, String path, Map<String, Refused> fields) {
    return fields.entrySet().stream()
        .filter(field -> isSet(entry.path(field.getKey())))
        .map(Map.Entry::getValue)
        .map(field -> new Refused(path + "." + field.field(), field.why(), field.remedy()))
        .findFirst();
  }

  private static Optional<Refused> withoutAccount(JsonNode user, String path) {
    boolean certificate =
        isSet(user.path("client-certificate-data")) && isSet(user.path("client-key-data"));
    boolean password = isSet(user.path("username")) && isSet(user.path("password"));
    return certificate || password || isSet(user.path("token"))
        ? Optional.empty()
        : Optional.of(
            new Refused(
                path,
                "holds no credentials",
                "set client-certificate-data and client-key-data, or token"));
  }

  /** Such a one no HTTP header can carry, and whoever refuses it quotes it. */
  private static Optional<Refused> tokenThatIsNone(JsonNode user, String path) {
    boolean printable =
        user.path("token")
            .asText("")
            .chars()
            .allMatch(character -> character > ' ' && character < 127);
    return printable
        ? Optional.empty()
        : Optional.of(
            new Refused(
                path + ".token",
                "has a blank, a line break or another character that no token has",
                "write the token alone, in one line"));
  }

  private static VettingResult accepted(
      JsonNode cluster, JsonNode user, String path, Predicate<String> certificates) {
    URI server = server(cluster);
    if (!"https".equals(server.getScheme()) || server.getHost() == null) {
      return new Refused(
          path + ".server", "is not an https URL", "write one like https://host:6443");
    }
    if (server.getRawUserInfo() != null
        || server.getRawQuery() != null
        || server.getRawFragment() != null) {
      return new Refused(
          path + ".server",
          "has more than host, port and path", // which may be a password, and would be shown
          "write one like https://host:6443");
    }
    if (server.getPort() == 0 || server.getPort() > LAST_PORT) {
      return new Refused(
          path + ".server", "has a port that is none", "write one like https://host:6443");
    }
    Optional<String> caPem =
        ca(cluster.path("certificate-authority-data").asText(""), certificates);
    return caPem
        .<VettingResult>map(
            pem -> new Accepted(new VettedKubeconfig(server, pem, reduced(cluster, user))))
        .orElseGet(
            () ->
                new Refused(
                    path + ".certificate-authority-data",
                    "is not a base64-encoded PEM certificate",
                    "put the cluster's CA certificate there"));
  }

  private static URI server(JsonNode cluster) {
    try {
      return new URI(cluster.path("server").asText(""));
    } catch (URISyntaxException _) {
      return URI.create("");
    }
  }

  /** The PEM, which is empty where none is given; empty if it cannot be read. */
  private static Optional<String> ca(String encoded, Predicate<String> certificates) {
    if (encoded.isBlank()) {
      return Optional.of("");
    }
    try {
      String pem = new String(Base64.getMimeDecoder().decode(encoded), StandardCharsets.US_ASCII);
      return Optional.of(pem).filter(certificates);
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** JSON, which is YAML for every reader. */
  private static String reduced(JsonNode cluster, JsonNode user) {
    ObjectNode root = Json.MAPPER.createObjectNode();
    root.put("apiVersion", "v1").put("kind", "Config").put("current-context", "workload");
    ObjectNode context = root.putArray("contexts").addObject().put("name", "workload");
    context.putObject("context").put("cluster", "workload").put("user", "weir");
    ObjectNode clusterEntry = root.putArray("clusters").addObject().put("name", "workload");
    copy(cluster, clusterEntry.putObject("cluster"), CLUSTER_FIELDS);
    ObjectNode userEntry = root.putArray("users").addObject().put("name", "weir");
    copy(user, userEntry.putObject("user"), USER_FIELDS);
    return root.toString();
  }

  private static void copy(JsonNode from, ObjectNode to, List<String> fields) {
    for (String field : fields) {
      if (isSet(from.path(field))) {
        to.put(field, from.path(field).asText());
      }
    }
  }

  private static Optional<JsonNode> entry(JsonNode root, String list, String name, String part) {
    for (JsonNode entry : root.path(list)) {
      if (!name.isEmpty() && entry.path("name").asText("").equals(name)) {
        return Optional.of(entry.path(part));
      }
    }
    return Optional.empty();
  }

  private static Refused missing(String list, String name, String namedBy) {
    return new Refused(
        list,
        "has no entry \"" + Excerpt.of(name) + "\"",
        "add the one that " + namedBy + " names");
  }

  private static boolean isSet(JsonNode node) {
    boolean off = node.isBoolean() && !node.asBoolean();
    boolean empty = node.isContainerNode() ? node.isEmpty() : node.asText("").isEmpty();
    return !node.isMissingNode() && !node.isNull() && !off && !empty;
  }

  private static Map<String, Refused> refusedInCluster() {
    var fields = new LinkedHashMap<String, Refused>();
    refuse(
        fields,
        "certificate-authority",
        "names a file",
        "put the certificate into certificate-authority-data");
    refuse(
        fields,
        "insecure-skip-tls-verify",
        "trusts any server",
        "remove it and set certificate-authority-data");
    refuse(
        fields,
        "proxy-url",
        "sends requests through a proxy",
        "use a server that is reached directly");
    return fields;
  }

  private static Map<String, Refused> refusedInUser() {
    var fields = new LinkedHashMap<String, Refused>();
    String account = "use client-certificate-data and client-key-data, or token";
    refuse(fields, "exec", "runs a command", account);
    refuse(fields, "auth-provider", "loads a plugin", account);
    refuse(
        fields,
        "client-certificate",
        "names a file",
        "put the certificate into client-certificate-data");
    refuse(fields, "client-key", "names a file", "put the key into client-key-data");
    refuse(fields, "tokenFile", "names a file", "put the token into token");
    for (String impersonation : List.of("as", "as-uid", "as-groups", "as-user-extra")) {
      refuse(fields, impersonation, "impersonates another account", "use that account directly");
    }
    return fields;
  }

  private static void refuse(Map<String, Refused> fields, String field, String why, String remedy) {
    fields.put(field, new Refused(field, why, remedy));
  }
}
