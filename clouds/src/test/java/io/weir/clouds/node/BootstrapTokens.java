package io.weir.clouds.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.weir.clouds.node.cloudinit.UserData;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.audit.AuditLog;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.function.Predicate;

/** Bootstrap tokens of a real cluster, and what the cluster signs with them. */
public final class BootstrapTokens {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final ControlPlane cluster;

  /** Those of a cluster. */
  public BootstrapTokens(ControlPlane cluster) {
    this.cluster = cluster;
  }

  static String tokenId(String token) {
    return token.substring(0, 6);
  }

  /** A new one with which a machine can join. */
  public String create() throws Exception {
    return create("true");
  }

  String createForSigningOnly() throws Exception {
    return create("false");
  }

  private String create(String authentication) throws Exception {
    String id = random(6);
    String secret = random(16);
    cluster.apply(
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: bootstrap-token-%1$s, namespace: kube-system}
        type: bootstrap.kubernetes.io/token
        stringData:
          token-id: "%1$s"
          token-secret: "%2$s"
          usage-bootstrap-signing: "true"
          usage-bootstrap-authentication: "%3$s"
          auth-extra-groups: system:bootstrappers:kubeadm:default-node-token
        """
            .formatted(id, secret, authentication));
    return id + "." + secret;
  }

  /** Returns when cluster-info carries this token's signature. */
  void awaitSigned(String token) throws Exception {
    cluster
        .kubectl(
            "wait",
            "--timeout=90s",
            "--for=jsonpath={.data.jws-kubeconfig-" + tokenId(token) + "}",
            "-n",
            "kube-public",
            "configmap/cluster-info")
        .outputOrThrow();
  }

  /** Deletes a token that is signed with, and returns when its signature is gone. */
  void revoke(String token) throws Exception {
    AuditLog.Mark mark = cluster.auditLog().mark();
    cluster
        .kubectl("delete", "secret", "-n", "kube-system", "bootstrap-token-" + tokenId(token))
        .outputOrThrow();
    awaitSignature(mark, token, String::isEmpty);
  }

  private String signature(String token) throws Exception {
    return clusterInfo("jws-kubeconfig-" + tokenId(token));
  }

  private String clusterInfo(String key) throws Exception {
    return cluster
        .kubectl(
            "get", "cm", "-n", "kube-public", "cluster-info", "-o=jsonpath={.data." + key + "}")
        .outputOrThrow();
  }

  /** Waits until the signature by this token is so; looks after each update of cluster-info. */
  private void awaitSignature(AuditLog.Mark since, String token, Predicate<String> wanted)
      throws Exception {
    AuditLog.Mark mark = since;
    while (true) {
      AuditLog.Mark next = cluster.auditLog().mark();
      if (wanted.test(signature(token))) {
        return;
      }
      var updated =
          cluster
              .auditLog()
              .await(
                  mark,
                  request ->
                      request.verb().equals("update") && request.name().equals("cluster-info"),
                  Duration.ofSeconds(90));
      assertThat(updated).as("update of cluster-info").isPresent();
      mark = next;
    }
  }

  /** What a machine knows the cluster by. */
  public String caCertHash() throws Exception {
    var in =
        new ByteArrayInputStream(cluster.caCertificatePem().getBytes(StandardCharsets.US_ASCII));
    byte[] key =
        CertificateFactory.getInstance("X.509").generateCertificate(in).getPublicKey().getEncoded();
    return "sha256:" + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(key));
  }

  /**
   * Puts another authority into cluster-info, and returns what was there, when all is signed again
   * by a token that it is signed by already.
   */
  String replaceAuthorityInClusterInfo(String token) throws Exception {
    String honest = clusterInfo("kubeconfig");
    String before = signature(token);
    AuditLog.Mark mark = cluster.auditLog().mark();
    try (var other = new FakeApiServer()) {
      String authority =
          Base64.getEncoder().encodeToString(other.caPem().getBytes(StandardCharsets.US_ASCII));
      writeClusterInfo(
          honest.replaceFirst(
              "certificate-authority-data: \\S+", "certificate-authority-data: " + authority));
    }
    awaitSignature(mark, token, now -> !now.isEmpty() && !now.equals(before));
    return honest;
  }

  void writeClusterInfo(String kubeconfig) throws Exception {
    String json = new JsonMapper().writeValueAsString(kubeconfig);
    cluster
        .kubectl(
            "patch",
            "cm",
            "-n",
            "kube-public",
            "cluster-info",
            "-p={\"data\":{\"kubeconfig\":" + json + "}}")
        .outputOrThrow();
  }

  /** User data that finds the cluster by a kubeconfig on the machine. */
  UserData fileDiscoveryUserData(String token) {
    return UserData.of(
        """
        #cloud-config
        write_files:
        - path: /etc/discovery.conf
          content: |
            apiVersion: v1
            kind: Config
            clusters:
            - name: ""
              cluster:
                server: %s
                certificate-authority-data: %s
        - path: /run/join.yaml
          content: |
            apiVersion: kubeadm.k8s.io/v1beta4
            kind: JoinConfiguration
            discovery:
              file: {kubeConfigPath: /etc/discovery.conf}
              tlsBootstrapToken: %s
        runcmd:
        - kubeadm join --config /run/join.yaml
        """
            .formatted(
                cluster.server(),
                Base64.getEncoder()
                    .encodeToString(cluster.caCertificatePem().getBytes(StandardCharsets.US_ASCII)),
                token));
  }

  private static String random(int length) {
    String digits = new BigInteger(length * 5, RANDOM).toString(32);
    return "0".repeat(length - digits.length()) + digits;
  }
}
