package io.weir.clouds.node.kubeadm;

import io.weir.clouds.node.kubeadm.JoinConfiguration.FileSource;
import io.weir.clouds.node.kubeadm.JoinConfiguration.NodeRegistration;
import io.weir.clouds.node.kubeadm.JoinConfiguration.Source;
import io.weir.clouds.node.kubeadm.JoinConfiguration.Taint;
import io.weir.clouds.node.kubeadm.JoinConfiguration.TokenSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads and validates the file given to {@code kubeadm join --config}. */
public final class JoinConfigurationReader {
  private static final String V1BETA3 = "kubeadm.k8s.io/v1beta3";
  private static final String V1BETA4 = "kubeadm.k8s.io/v1beta4";
  private static final int V1BETA4_SINCE_MINOR = 31;
  private static final int V1BETA3_SINCE_MINOR = 22;

  private JoinConfigurationReader() {}

  /**
   * Reads the JoinConfiguration among the file's documents.
   *
   * @param kubernetesVersion the version of kubeadm on the machine, such as {@code v1.35.4}
   * @throws JoinException if kubeadm would refuse the file
   */
  public static JoinConfiguration read(String text, String kubernetesVersion) throws JoinException {
    KubeadmFields file = document(text);
    String apiVersion = file.string("apiVersion");
    checkVersion(apiVersion, kubernetesVersion);
    if (file.has("controlPlane")) {
      throw invalid("controlPlane is set, but only workers are simulated");
    }
    KubeadmFields discovery = file.child("discovery");
    Optional<String> tlsToken = discovery.optionalString("tlsBootstrapToken");
    KubeadmFields timeouts = file.child("timeouts");
    boolean listed = apiVersion.equals(V1BETA4);
    return new JoinConfiguration(
        source(discovery),
        tlsToken.isPresent() ? Optional.of(BootstrapToken.parse(tlsToken.get())) : Optional.empty(),
        node(file.child("nodeRegistration"), listed),
        duration(
            listed ? timeouts.optionalString("discovery") : discovery.optionalString("timeout")),
        duration(
            listed
                ? timeouts.optionalString("tlsBootstrap")
                : discovery.optionalString("timeout")));
  }

  private static KubeadmFields document(String text) throws JoinException {
    try {
      for (Object document : new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(text)) {
        KubeadmFields kubeadmFields = KubeadmFields.of(document, "");
        if (kubeadmFields.string("kind").equals("JoinConfiguration")) {
          return kubeadmFields;
        }
      }
    } catch (YAMLException e) {
      // The parser's message would quote the text, which holds a token.
      throw invalid("it is not YAML");
    }
    throw invalid("no JoinConfiguration found");
  }

  private static void checkVersion(String apiVersion, String kubernetesVersion)
      throws JoinException {
    int since =
        switch (apiVersion) {
          case V1BETA3 -> V1BETA3_SINCE_MINOR;
          case V1BETA4 -> V1BETA4_SINCE_MINOR;
          default -> throw invalid("unknown apiVersion \"" + apiVersion + "\"");
        };
    String[] parts = kubernetesVersion.split("\\.", 3);
    if (parts.length < 3 || !parts[1].matches("[0-9]{1,4}")) {
      throw invalid("the machine's Kubernetes version \"" + kubernetesVersion + "\" is not one");
    }
    if (Integer.parseInt(parts[1]) < since) {
      throw invalid("kubeadm " + kubernetesVersion + " does not know apiVersion " + apiVersion);
    }
  }

  private static Source source(KubeadmFields discovery) throws JoinException {
    if (discovery.has("file")) {
      return new FileSource(discovery.child("file").string("kubeConfigPath"));
    }
    if (!discovery.has("bootstrapToken")) {
      throw invalid("discovery has neither bootstrapToken nor file");
    }
    KubeadmFields token = discovery.child("bootstrapToken");
    var source =
        new TokenSource(
            BootstrapToken.parse(token.string("token")),
            token.string("apiServerEndpoint"),
            token.strings("caCertHashes"),
            token.flag("unsafeSkipCAVerification"));
    if (!source.endpoint().matches("\\S+:[0-9]{1,5}")) {
      throw invalid("discovery.bootstrapToken.apiServerEndpoint is not host:port");
    }
    if (source.caCertHashes().isEmpty() && !source.unsafeSkipCaVerification()) {
      throw invalid("discovery.bootstrapToken has no caCertHashes and may not do without");
    }
    return source;
  }

  private static NodeRegistration node(KubeadmFields node, boolean listed) throws JoinException {
    // kubeadm writes small whatever name it is given, as it does with the name of the machine.
    String name = node.string("name").toLowerCase(Locale.ROOT);
    if (!name.isEmpty()
        && !name.matches("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")) {
      throw invalid("nodeRegistration.name \"" + name + "\" cannot be the name of a Node");
    }
    return new NodeRegistration(
        name,
        taints(node),
        listed ? listedArgs(node) : node.child("kubeletExtraArgs").stringMap(),
        node.string("criSocket"),
        node.strings("ignorePreflightErrors"));
  }

  private static Map<String, String> listedArgs(KubeadmFields node) throws JoinException {
    var args = new LinkedHashMap<String, String>();
    for (KubeadmFields arg : node.mappings("kubeletExtraArgs")) {
      if (arg.string("name").isEmpty()) {
        throw invalid("nodeRegistration.kubeletExtraArgs has an argument without a name");
      }
      args.put(arg.string("name"), arg.string("value"));
    }
    return args;
  }

  private static List<Taint> taints(KubeadmFields node) throws JoinException {
    var taints = new ArrayList<Taint>();
    for (KubeadmFields taint : node.mappings("taints")) {
      taints.add(new Taint(taint.string("key"), taint.string("value"), taint.string("effect")));
    }
    return taints;
  }

  private static Optional<Duration> duration(Optional<String> text) throws JoinException {
    return text.isPresent() ? Optional.of(GoDuration.parse(text.get())) : Optional.empty();
  }

  private static JoinException invalid(String why) {
    return new JoinException(
        JoinFailure.CONFIGURATION, "the join configuration is invalid: " + why);
  }
}
