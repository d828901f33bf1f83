package io.weir.sandbox.cloud.aws;

import io.weir.clouds.SimulatedInstance;
import io.weir.clouds.aws.EksToken;
import io.weir.clouds.aws.eks.EksCluster;
import io.weir.clouds.aws.eks.NodeConfig;
import io.weir.clouds.aws.seed.Account;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.clouds.node.wire.Kubeconfig;
import io.weir.sandbox.cloud.TokenAuthenticator;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who may enter the clusters of a simulated EKS: instances, as the Nodes that they are, and the
 * users of accounts, for each of which there is an access entry with the group {@code weir}. Safe
 * for concurrent use.
 */
final class EksAuthenticator implements TokenAuthenticator {
  private static final List<String> NODES = List.of("system:bootstrappers", "system:nodes");
  private static final List<String> ACCESS_ENTRY = List.of("weir");

  private final AwsSeedData seedData;
  private final EksClusters clusters;
  private final InstantSource clock;

  /** By the access keys that instances have. */
  private final Map<String, SimulatedInstance> instances = new ConcurrentHashMap<>();

  EksAuthenticator(AwsSeedData seedData, EksClusters clusters, InstantSource clock) {
    this.seedData = seedData;
    this.clusters = clusters;
    this.clock = clock;
  }

  /** What makes a node of an instance, by its user data; empty if nothing of EKS does. */
  Optional<NodeConfig> nodeConfig(SimulatedInstance instance) {
    return NodeConfig.in(instance.userData())
        .or(() -> NodeConfig.ofScript(instance.userData(), clusters::find));
  }

  /**
   * The way of an instance that has started into a cluster, as its user data names it: by a token
   * that it signs with the credentials of its role. Like every client that nodeadm sets up, it
   * would sign another one in time; the simulated kubelet has a certificate by then.
   */
  String kubeconfig(SimulatedInstance instance, EksCluster cluster) {
    Account role = roleOf(instance);
    instances.put(role.accessKey(), instance);
    EksToken token = EksToken.sign(role, instance.region(), cluster.name(), clock.instant());
    return Kubeconfig.withToken(
        URI.create(cluster.endpoint()), cluster.certificateAuthority(), token.text());
  }

  /** An instance has ended, and with it its credentials. */
  void forget(SimulatedInstance instance) {
    instances.remove(roleOf(instance).accessKey());
  }

  @Override
  public Optional<User> authenticate(String token) {
    return EksToken.parse(token).flatMap(this::owner);
  }

  private Optional<User> owner(EksToken token) {
    SimulatedInstance instance = instances.get(token.accessKey());
    if (instance != null) {
      return isSignedBy(roleOf(instance), token)
          ? Optional.of(new User("system:node:" + instance.privateDnsName(), NODES))
          : Optional.empty();
    }
    return seedData
        .account(token.accessKey())
        .filter(account -> isSignedBy(account, token))
        .map(account -> new User("arn:aws:iam::" + account.id() + ":user/weir", ACCESS_ENTRY));
  }

  /** One API server is all clusters here, so that a token for any of them is good. */
  private boolean isSignedBy(Account account, EksToken token) {
    Instant now = clock.instant();
    return clusters.names().stream().anyMatch(cluster -> token.isSignedBy(account, cluster, now));
  }

  /** The credentials that the metadata service of an instance has for its role. */
  private static Account roleOf(SimulatedInstance instance) {
    return new Account(
        "ASIA" + digits("key", instance).substring(0, 16).toUpperCase(Locale.ROOT),
        digits("secret", instance),
        "");
  }

  private static String digits(String what, SimulatedInstance instance) {
    String text = what + " of " + instance.id();
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8))
        .toString()
        .replace("-", "");
  }
}
