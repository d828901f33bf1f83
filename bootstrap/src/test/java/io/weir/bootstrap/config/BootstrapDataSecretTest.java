package io.weir.bootstrap.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.bootstrap.render.RenderedBootstrapData;
import io.weir.bootstrap.token.IssuedToken;
import io.weir.bootstrap.token.JoinToken;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class BootstrapDataSecretTest {

  private static final Instant ISSUED = Instant.parse("2026-01-01T12:00:00Z");
  private static final IssuedToken TOKEN =
      new IssuedToken(JoinToken.parse("abcdef.0123456789abcdef"), ISSUED);

  private static final JoinTokenSelection HANDOUT =
      new JoinTokenSelection(Optional.of(TOKEN), Optional.empty());

  private static ApiObject config() {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    tree.put("apiVersion", "bootstrap.cluster.x-k8s.io/v1beta2").put("kind", "KubeadmConfig");
    tree.withObject("/metadata").put("namespace", "ns").put("name", "w").put("uid", "u1");
    return new ApiObject(tree);
  }

  private static RenderedBootstrapData data(String value) {
    return new RenderedBootstrapData(
        value, "cloud-config", "v1:inputs", "v1:all", "v1.35.4", List.of());
  }

  private static ObjectNode fresh(String value) {
    return BootstrapDataSecret.newSecret(config(), "c", data(value), HANDOUT);
  }

  private static String value(ObjectNode tree) {
    return new String(
        Base64.getDecoder().decode(tree.at("/data/value").asText()), StandardCharsets.UTF_8);
  }

  private static void write(ObjectNode tree, RenderedBootstrapData data) {
    BootstrapDataSecret.write(tree, config(), "c", data, HANDOUT);
  }

  @Test
  void anEmptyValueIsDataOnlyWhereItWasMadeSo() {
    ObjectNode meant = fresh("");
    ObjectNode emptied = fresh("#cloud-config\n");
    emptied.withObject("/data").put("value", "");
    ObjectNode without = fresh("");
    without.withObject("/data").remove("value");

    assertThat(BootstrapDataSecret.hasData(new ApiObject(meant))).isTrue();
    assertThat(BootstrapDataSecret.hasData(new ApiObject(emptied))).isFalse();
    assertThat(BootstrapDataSecret.hasData(new ApiObject(without))).isFalse();
  }

  @Test
  void isWhatInfrastructureProvidersExpect() {
    ObjectNode secret = fresh("#cloud-config\n");

    assertThat(secret.path("type").asText()).isEqualTo("cluster.x-k8s.io/secret");
    assertThat(secret.at("/metadata/labels/cluster.x-k8s.io~1cluster-name").asText())
        .isEqualTo("c");
    assertThat(secret.at("/metadata/ownerReferences")).hasSize(1);
    assertThat(secret.at("/metadata/ownerReferences/0/controller").asBoolean()).isTrue();
    assertThat(value(secret)).isEqualTo("#cloud-config\n");
  }

  @Test
  void givesTheTokenBack() {
    assertThat(BootstrapDataSecret.token(new ApiObject(fresh("x")))).contains(TOKEN);
  }

  @Test
  void keepsWhatOthersPutThere() {
    ObjectNode secret = fresh("x");
    secret.withObject("/metadata/labels").put("theirs", "1");
    secret.withObject("/data").put("their-key", "MQ==");

    write(
        secret,
        new RenderedBootstrapData(
            "y", "cloud-config", "v1:inputs", "v1:more", "v1.35.4", List.of()));

    assertThat(value(secret)).isEqualTo("y");
    assertThat(secret.at("/metadata/labels/theirs").asText()).isEqualTo("1");
    assertThat(secret.at("/data/their-key").asText()).isEqualTo("MQ==");
  }

  @Test
  void staysAsItIsWhenTheSameInputsAreRenderedDifferently() {
    ObjectNode secret = fresh("by an older version");
    ObjectNode before = secret.deepCopy();

    write(secret, data("by a newer version"));

    assertThat((Object) secret).isEqualTo(before);
  }

  @Test
  void isRenderedAnewAtOnceWhereNoTokenWillChangeItSoon() {
    ObjectNode secret =
        BootstrapDataSecret.newSecret(
            config(), "c", data("by an older version"), JoinTokenSelection.NONE);

    BootstrapDataSecret.write(
        secret, config(), "c", data("by a newer version"), JoinTokenSelection.NONE);

    assertThat(value(secret)).isEqualTo("by a newer version");
  }

  @Test
  void isRestoredWhenSomebodyChangedIt() {
    ObjectNode secret = fresh("good");
    secret.withObject("/data").put("value", "YmFk");

    write(secret, data("good"));

    assertThat(value(secret)).isEqualTo("good");
  }

  @Test
  void showsNoTokenInItsMetadata() {
    assertThat(fresh("x").path("metadata").toString())
        .doesNotContain(TOKEN.token().secret())
        .contains(BootstrapMetadataKeys.TOKEN_ISSUED_AT);
  }

  @Test
  void isTheConfigsByTheUidOfItsOwnerAndItsTypeAndNotByItsName() {
    assertThat(BootstrapDataSecret.isOf(new ApiObject(fresh("x")), config())).isTrue();
    ObjectNode withoutLabel = fresh("x");
    withoutLabel.withObject("/metadata").remove("labels");
    assertThat(BootstrapDataSecret.isOf(new ApiObject(withoutLabel), config())).isTrue();

    assertForeign(
        "belongs to Certificate w",
        secret -> owner(secret).put("kind", "Certificate").put("uid", "u2"));
    assertForeign("belongs to a former KubeadmConfig", secret -> owner(secret).put("uid", "u0"));
    assertForeign(
        "has no owner reference",
        secret -> secret.withObject("/metadata").remove("ownerReferences"));
    assertForeign(
        "has no owner reference",
        secret -> owner(secret).put("uid", "u0").put("controller", false));
    assertForeign("is of type Opaque", secret -> secret.put("type", "Opaque"));
  }

  private static ObjectNode owner(ObjectNode secret) {
    return (ObjectNode) secret.at("/metadata/ownerReferences/0");
  }

  private static void assertForeign(String words, Consumer<ObjectNode> edit) {
    ObjectNode secret = fresh("x");
    edit.accept(secret);

    assertThat(BootstrapDataSecret.foreign(new ApiObject(secret), config()))
        .hasValueSatisfying(what -> assertThat(what).contains(words));
    assertThat(ConfigProblem.ofName(config(), Optional.of(new ApiObject(secret))).orElseThrow())
        .extracting(ConfigProblem::message)
        .asString()
        .startsWith("Secret ns/w " + words)
        .contains("give this config another name");
  }
}
