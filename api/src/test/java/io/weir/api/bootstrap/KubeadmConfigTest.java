package io.weir.api.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class KubeadmConfigTest {

  @Test
  void nothingThatMayBeSecretIsPrinted() throws IOException {
    var config =
        read(
            """
            {"spec": {
              "files": [{"path": "/etc/a", "content": "s3cret"}],
              "preKubeadmCommands": ["curl -u s3cret"],
              "users": [{"name": "ann", "passwd": "s3cret"}],
              "ignition": {"containerLinuxConfig": {"additionalConfig": "s3cret"}},
              "joinConfiguration": {"discovery": {
                "bootstrapToken": {"token": "s3cret"},
                "tlsBootstrapToken": "s3cret",
                "file": {"kubeConfigPath": "/k", "kubeConfig": {"user": {
                  "authProvider": {"name": "p", "config": {"k": "s3cret"}},
                  "exec": {"command": "c", "args": ["s3cret"],
                    "env": [{"name": "n", "value": "s3cret"}]}}}}}}}}
            """);

    assertThat(config.toString()).contains("/etc/a", "ann").doesNotContain("s3cret");
  }

  @Test
  void noTaintsAreNotTheSameAsAbsentTaints() throws IOException {
    var absent = read("{\"spec\": {\"joinConfiguration\": {}}}");
    var empty =
        read("{\"spec\": {\"joinConfiguration\": {\"nodeRegistration\": {\"taints\": []}}}}");

    assertThat(absent.spec().joinConfiguration().nodeRegistration().taints()).isNull();
    assertThat(empty.spec().joinConfiguration().nodeRegistration().taints()).isEmpty();
  }

  @Test
  void anObjectWithoutSpecAndStatusReadsAsNothingAskedFor() throws IOException {
    var config = read("{\"kind\": \"KubeadmConfig\"}");

    assertThat(config.spec()).isEqualTo(KubeadmConfig.Spec.EMPTY);
    assertThat(config.status()).isEqualTo(KubeadmConfig.Status.EMPTY);
  }

  private static KubeadmConfig read(String json) throws IOException {
    return new ApiObject(Json.MAPPER.readValue(json, ObjectNode.class)).as(KubeadmConfig.class);
  }
}
