package io.weir.clouds.aws.eks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeConfigTest {
  private static final NodeConfig CONFIG =
      new NodeConfig(
          new EksCluster("demo", "", "https://demo.example.org", "Q0E="),
          Map.of("tier", "back", "empty", ""),
          List.of("a=b:NoSchedule", "c=:NoExecute"));

  private static final String OTHERS =
      """
      MIME-Version: 1.0
      Content-Type: multipart/mixed; boundary="//"

      --//
      Content-Type: text/x-shellscript

      #!/bin/sh
      echo hello
      --//--
      """;

  private static Optional<NodeConfig> read(String userData) {
    return NodeConfig.in(userData.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void isReadAsItWasWrittenWithTheDataOfOthersBesideIt() {
    assertThat(read(CONFIG.toUserData(Optional.empty()))).hasValue(CONFIG);
    assertThat(read(CONFIG.toUserData(Optional.of(OTHERS)))).hasValue(CONFIG);
    assertThat(CONFIG.toUserData(Optional.of(OTHERS))).contains("echo hello");
  }

  @Test
  void isFoundInThePartsOfOthers() {
    String within = OTHERS.replace("--//--", "--//\n" + part() + "\n--//--");

    assertThat(read(within.replace("\n", "\r\n")).map(NodeConfig::cluster))
        .hasValue(CONFIG.cluster());
  }

  @Test
  void ofAmazonLinux2IsWhatItsScriptIsGiven() {
    String data =
        """
        #cloud-config
        runcmd:
          - /etc/eks/bootstrap.sh demo --kubelet-extra-args '--max-pods=58 --node-labels=tier=back,empty= --register-with-taints=a=b:NoSchedule' --use-max-pods false
        """;

    Optional<NodeConfig> found =
        NodeConfig.ofScript(
            data.getBytes(StandardCharsets.UTF_8),
            name -> Optional.of(CONFIG.cluster()).filter(demo -> demo.name().equals(name)));

    assertThat(found)
        .hasValue(
            new NodeConfig(
                CONFIG.cluster(), Map.of("tier", "back", "empty", ""), List.of("a=b:NoSchedule")));
    assertThat(NodeConfig.ofScript(data.getBytes(StandardCharsets.UTF_8), _ -> Optional.empty()))
        .isEmpty();
  }

  private static String part() {
    String all = CONFIG.toUserData(Optional.empty());
    return all.substring(all.indexOf("Content-Type: application"), all.lastIndexOf("\n--"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "#cloud-config\n",
        "Content-Type: application/node.eks.aws\n\n: [",
        "Content-Type: application/node.eks.aws\n\nspec: {cluster: {}}\n"
      })
  void isNotFoundWhereNoClusterIsNamed(String userData) {
    assertThat(read(userData)).isEmpty();
  }
}
