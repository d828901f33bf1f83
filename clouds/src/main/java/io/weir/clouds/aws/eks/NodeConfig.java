package io.weir.clouds.aws.eks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.weir.clouds.node.cloudinit.UserData;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * What makes a node of an instance of Amazon Linux 2023: nodeadm, which its image has, finds it as
 * a part of the user data, and starts the kubelet with it. EKS writes it for images of its own.
 *
 * @param cluster the one to join
 * @param labels of the Node
 * @param taints of the Node in the kubelet's notation, such as {@code key=value:NoSchedule}
 * @see <a href="https://awslabs.github.io/amazon-eks-ami/nodeadm/doc/api/">NodeConfig</a>
 */
public record NodeConfig(EksCluster cluster, Map<String, String> labels, List<String> taints) {
  private static final String TYPE = "application/node.eks.aws";
  private static final String LABELS = "--node-labels=";
  private static final String TAINTS = "--register-with-taints=";
  private static final String DELIMITER = "\n--eks-node";
  private static final Pattern SCRIPT = Pattern.compile("/etc/eks/bootstrap\\.sh (\\S+)([^\n]*)");
  private static final Pattern BOUNDARY = Pattern.compile("boundary=\"?([^\"\\s;]+)");

  public NodeConfig {
    labels = Map.copyOf(labels);
    taints = List.copyOf(taints);
  }

  /**
   * User data with this in it.
   *
   * @param more user data in MIME parts that the instance runs, too
   */
  public String toUserData(Optional<String> more) {
    String own =
        """
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary="eks-node"

        --eks-node
        Content-Type: %s

        ---
        apiVersion: node.eks.aws/v1alpha1
        kind: NodeConfig
        spec:
          cluster:
            name: %s
            apiServerEndpoint: %s
            certificateAuthority: "%s"
            cidr: 10.100.0.0/16
          kubelet:
            flags:
              - "%s%s"
              - "%s%s"
        """
            .formatted(
                TYPE,
                cluster.name(),
                cluster.endpoint(),
                cluster.certificateAuthority(),
                LABELS,
                new TreeMap<>(labels)
                    .entrySet().stream()
                        .map(label -> label.getKey() + "=" + label.getValue())
                        .collect(Collectors.joining(",")),
                TAINTS,
                String.join(",", taints));
    return own + more.map(other -> DELIMITER + "\n" + other).orElse("") + DELIMITER + "--\n";
  }

  /** The one in user data; empty if there is none that names a cluster. */
  public static Optional<NodeConfig> in(byte[] userData) {
    List<JsonNode> all;
    try {
      all =
          parts(UserData.of(userData).text().replace("\r\n", "\n")).map(NodeConfig::read).toList();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
    var labels = new LinkedHashMap<String, String>();
    all.stream()
        .flatMap(each -> flag(each, LABELS))
        .map(label -> label.split("=", 2))
        .forEach(label -> labels.put(label[0], label.length > 1 ? label[1] : ""));
    List<String> taints = all.stream().flatMap(each -> flag(each, TAINTS)).toList();
    return all.stream()
        .map(each -> each.at("/spec/cluster"))
        .filter(found -> !found.path("name").asText("").isEmpty())
        .findFirst()
        .map(
            found ->
                new EksCluster(
                    found.path("name").asText(),
                    "",
                    found.path("apiServerEndpoint").asText(""),
                    found.path("certificateAuthority").asText("")))
        .map(found -> new NodeConfig(found, labels, taints));
  }

  /**
   * What the script of images of Amazon Linux 2 does with its arguments; empty if it is not run, or
   * with the name of no cluster. It asks EKS for the rest.
   *
   * @param clusters finds a cluster by its name
   * @see <a
   *     href="https://github.com/awslabs/amazon-eks-ami/blob/main/templates/al2/runtime/bootstrap.sh">
   *     bootstrap.sh</a>
   */
  public static Optional<NodeConfig> ofScript(
      byte[] userData, Function<String, Optional<EksCluster>> clusters) {
    Matcher call;
    try {
      call = SCRIPT.matcher(UserData.of(userData).text());
    } catch (IOException unreadable) {
      return Optional.empty();
    }
    if (!call.find()) {
      return Optional.empty();
    }
    String arguments = call.group(2);
    var labels = new LinkedHashMap<String, String>();
    argument(arguments, LABELS)
        .map(label -> label.split("=", 2))
        .forEach(label -> labels.put(label[0], label.length > 1 ? label[1] : ""));
    List<String> taints = argument(arguments, TAINTS).toList();
    return clusters.apply(call.group(1)).map(cluster -> new NodeConfig(cluster, labels, taints));
  }

  private static Stream<String> argument(String all, String flag) {
    Matcher given = Pattern.compile(Pattern.quote(flag) + "([^\\s']+)").matcher(all);
    return given.find() ? Arrays.stream(given.group(1).split(",", -1)) : Stream.empty();
  }

  /** The bodies of all parts of the type, within parts of parts as well. */
  private static Stream<String> parts(String entity) {
    int blank = entity.indexOf("\n\n");
    if (blank < 0) {
      return Stream.empty();
    }
    String head = entity.substring(0, blank);
    String body = entity.substring(blank + 1);
    Matcher boundary = BOUNDARY.matcher(head);
    if (boundary.find()) {
      return Arrays.stream(body.split(Pattern.quote("\n--" + boundary.group(1)), -1))
          .skip(1)
          .map(part -> part.replaceFirst("^[^\n]*\n", ""))
          .flatMap(NodeConfig::parts);
    }
    return head.contains(TYPE) ? Stream.of(body) : Stream.empty();
  }

  private static JsonNode read(String yaml) {
    try {
      Object read = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
      return new ObjectMapper().valueToTree(read);
    } catch (YAMLException malformed) {
      return MissingNode.getInstance();
    }
  }

  private static Stream<String> flag(JsonNode config, String flag) {
    return config
        .at("/spec/kubelet/flags")
        .valueStream()
        .map(JsonNode::asText)
        .filter(each -> each.startsWith(flag))
        .flatMap(each -> Arrays.stream(each.substring(flag.length()).split(",", -1)))
        .filter(each -> !each.isEmpty());
  }
}
