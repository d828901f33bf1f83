package io.weir.bootstrap.eks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.bootstrap.SecretSource.SecretKeyReference;
import io.weir.api.harness.TestObjects;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.yaml.YamlReaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class EksDataRendererTest {

  private static final EksClusterInfo CLUSTER =
      new EksClusterInfo(
          "prod", "https://api.test", "Y2E=", Optional.of("10.100.0.0/16"), Optional.empty());

  private static final Map<SecretKeyReference, byte[]> SECRETS =
      Map.of(
          new SecretKeyReference("s", "file"), "from a Secret\n".getBytes(StandardCharsets.UTF_8),
          new SecretKeyReference("s", "hash"), "$6$x".getBytes(StandardCharsets.UTF_8));

  /** What both kinds have. */
  private static final String MACHINE =
      """
      files:
      - {path: /etc/a, content: "a\\n", owner: "root:root", permissions: "0640", append: true}
      - {path: /etc/b, encoding: base64, append: false, content: Yg==}
      - {path: /etc/c, contentFrom: {secret: {name: s, key: file}}}
      users:
      - {name: ann, gecos: Ann, groups: wheel, homeDir: /h, inactive: false, lockPassword: false,
         shell: /bin/sh, primaryGroup: ann, sudo: "ALL=(ALL) ALL", sshAuthorizedKeys: [ssh-rsa A],
         passwdFrom: {secret: {name: s, key: hash}}}
      ntp: {enabled: false, servers: [ntp.test]}
      """;

  private static final Map<String, Object> MACHINE_SECTIONS =
      YamlReaders.readAs11(
          """
          write_files:
          - {path: /etc/a, owner: "root:root", permissions: "0640", append: true, content: "a\\n"}
          - {path: /etc/b, encoding: base64, content: Yg==}
          - {path: /etc/c, content: "from a Secret\\n"}
          ntp: {enabled: false, servers: [ntp.test]}
          users:
          - {name: ann, passwd: $6$x, gecos: Ann, groups: wheel, homedir: /h, lock_passwd: false,
             shell: /bin/sh, primary_group: ann, sudo: "ALL=(ALL) ALL",
             ssh_authorized_keys: [ssh-rsa A]}
          """);

  private static String render(String kind, String spec) throws Exception {
    return render(kind, spec, CLUSTER);
  }

  private static String render(String kind, String spec, EksClusterInfo cluster) throws Exception {
    ObjectNode config = Json.MAPPER.createObjectNode();
    config.put("apiVersion", "bootstrap.cluster.x-k8s.io/v1beta2").put("kind", kind);
    config.set("spec", new YAMLMapper().readTree(spec));
    return EksDataRenderer.render(new EksInputs(new ApiObject(config), "", cluster, SECRETS))
        .value();
  }

  @Nested
  class AnEKSConfig {

    private static final String KIND = "EKSConfig";

    private List<?> commands(String spec) throws Exception {
      return (List<?>) YamlReaders.readAs11(render(KIND, spec)).get("runcmd");
    }

    @Test
    void hasFilesUsersAndTimeAsAsked() throws Exception {
      Map<String, Object> document = YamlReaders.readAs11(render(KIND, MACHINE));

      assertThat(document).containsAllEntriesOf(MACHINE_SECTIONS).containsKey("runcmd");
    }

    @Test
    void leavesEmptyFieldsOfMountsToCloudInit() throws Exception {
      String text = render(KIND, "mounts: [[LABEL=a, /mnt, '', noatime], [], [/dev/b, /b]]");

      assertThat(YamlReaders.readAs11(text).get("mounts"))
          .hasToString("[[LABEL=a, /mnt, null, noatime], [/dev/b, /b]]");
    }

    @Test
    void runsCommandsBeforeAndAfterTheScriptOrWhatTakesItsPlace() throws Exception {
      assertThat(
              commands(
                  """
                  preBootstrapCommands: [one, two]
                  postBootstrapCommands: ["three: 3"]
                  boostrapCommandOverride: /opt/join --fast
                  """))
          .hasToString("[one, two, /opt/join --fast prod, three: 3]");
    }

    @Test
    void quotesWhatAShellWouldTakeApart() throws Exception {
      assertThat(
              commands(
                  """
                  kubeletExtraArgs: {node-labels: "a='b'"}
                  containerRuntime: "a; b"
                  """))
          .hasToString(
              "[/etc/eks/bootstrap.sh prod --kubelet-extra-args '--node-labels=a='\"'\"'b'\"'\"''"
                  + " --container-runtime 'a; b']");
    }

    @Test
    void isNotOneOfIpv6IfItSaysSoByAnEmptyCidr() throws Exception {
      var six = new EksClusterInfo("prod", "", "", Optional.empty(), Optional.of("2001:db8::/56"));

      assertThat(render(KIND, "{}", six)).contains("--service-ipv6-cidr 2001:db8::/56");
      assertThat(render(KIND, "serviceIPV6Cidr: ''", six)).doesNotContain("ipv6");
      assertThat(render(KIND, "serviceIPV6Cidr: fd00::/108", six))
          .contains("--ip-family ipv6 --service-ipv6-cidr fd00::/108");
    }

    @Test
    void isNotRenderedForANetworkOfIpv6WhoseCidrNobodyTells() throws Exception {
      var unknown = cluster("{network: {vpc: {ipv6: {}}}, eksClusterName: prod}");

      assertThatThrownBy(() -> render(KIND, "{}", unknown))
          .isInstanceOf(BootstrapDataException.class)
          .hasMessage(
              "spec.serviceIPV6Cidr: is not set, and the AWSManagedControlPlane has"
                  + " spec.network.vpc.ipv6 without a cidrBlock; set it to the IPv6 CIDR of the"
                  + " cluster's services, or to \"\" if the cluster has none");
      assertThat(render(KIND, "serviceIPV6Cidr: ''", unknown)).doesNotContain("ipv6");
      assertThat(render("NodeadmConfig", "{}", unknown)).contains("cidr: 172.20.0.0/16");
      assertThat(
              render(
                  KIND,
                  "{}",
                  cluster(
                      "{network: {vpc: {ipv6: {cidrBlock: '2001:db8::/56'}}}, eksClusterName: a}")))
          .contains("--ip-family ipv6 --service-ipv6-cidr 2001:db8::/56");
    }

    private static EksClusterInfo cluster(String controlPlane) throws Exception {
      var cluster = TestObjects.cluster("default", "c");
      cluster.withObject("/spec/controlPlaneEndpoint").put("host", "api.test");
      ObjectNode tree = Json.MAPPER.createObjectNode();
      tree.put("apiVersion", "controlplane.cluster.x-k8s.io/v1beta2")
          .put("kind", "AWSManagedControlPlane");
      tree.set("spec", new YAMLMapper().readTree(controlPlane));
      return EksClusterInfo.of(new ApiObject(cluster), new ApiObject(tree), "Y2E=");
    }
  }

  @Nested
  class ANodeadmConfig {

    private static final String KIND = "NodeadmConfig";

    private static String part(String text, String begin, String end) {
      int from = text.indexOf(begin) + begin.length();
      return text.substring(from, text.indexOf(end, from));
    }

    private static Object nodeSpec(String text) {
      return YamlReaders.readAs11(part(text, "node.eks.aws\n\n---\n", "--//")).get("spec");
    }

    @Test
    void hasFilesUsersAndTimeAsAsked() throws Exception {
      String text = render(KIND, MACHINE);

      assertThat(YamlReaders.readAs11(part(text, "#cloud-config\n", "--//--")))
          .isEqualTo(MACHINE_SECTIONS);
    }

    /** Upstream writes containerd's configuration so that no YAML reader takes it for text. */
    @Test
    void givesNodeadmSettingsThatAreTextAsText() throws Exception {
      String text =
          render(
              KIND,
              """
              featureGates: {InstanceIdNodeName: true}
              kubelet:
                config: {maxPods: 20, memoryThrottlingFactor: 0.9, clusterDNS: [10.100.0.10]}
              containerd:
                config: |
                  [plugins."io.containerd.grpc.v1.cri"]
                    discard_unpacked_layers = false
                baseRuntimeSpec: {process: {rlimits: [{type: RLIMIT_NOFILE, hard: 1024, soft: 512}]}}
              """);

      assertThat(nodeSpec(text))
          .isEqualTo(
              YamlReaders.readAs11(
                  """
                  cluster: {name: prod, apiServerEndpoint: "https://api.test",
                    certificateAuthority: Y2E=, cidr: 10.100.0.0/16}
                  featureGates: {InstanceIdNodeName: true}
                  kubelet:
                    config: {maxPods: 20, memoryThrottlingFactor: 0.9, clusterDNS: [10.100.0.10]}
                  containerd:
                    config: |
                      [plugins."io.containerd.grpc.v1.cri"]
                        discard_unpacked_layers = false
                    baseRuntimeSpec:
                      process: {rlimits: [{type: RLIMIT_NOFILE, hard: 1024, soft: 512}]}
                  """));
    }

    @Test
    void refusesACommandThatWouldEndItsPart() {
      assertThatThrownBy(() -> render(KIND, "preNodeadmCommands: [a, \"cat <<E\\n--//x\\nE\"]"))
          .isInstanceOf(BootstrapDataException.class)
          .hasMessage(
              "spec.preNodeadmCommands[1]: has a line that begins with --//, which would end the"
                  + " script; indent it");
    }
  }

  @Test
  void aSecretThatIsMissingIsNamedWithItsField() {
    assertThatThrownBy(
            () ->
                render(
                    "NodeadmConfig",
                    "files: [{path: /a, contentFrom: {secret: {name: t, key: k}}}]"))
        .isInstanceOf(BootstrapDataException.class)
        .hasMessage(
            "spec.files[0].contentFrom.secret: no key k in a Secret t of the config's namespace;"
                + " create it");
  }

  @Test
  void theAuthorityIsThatOfTheCurrentContext() {
    String kubeconfig =
        """
        current-context: two
        contexts:
        - {name: one, context: {cluster: a}}
        - {name: two, context: {cluster: b}}
        clusters:
        - {name: a, cluster: {certificate-authority-data: QQ==}}
        - {name: b, cluster: {certificate-authority-data: Qg==}}
        """;

    assertThat(KubeconfigAuthority.find(kubeconfig)).hasValue("Qg==");
    assertThat(
            KubeconfigAuthority.find("clusters: [{cluster: {certificate-authority-data: QQ==}}]"))
        .hasValue("QQ==");
    assertThat(KubeconfigAuthority.find("a: [")).isEmpty();
    assertThat(KubeconfigAuthority.find("clusters: []")).isEmpty();
  }
}
