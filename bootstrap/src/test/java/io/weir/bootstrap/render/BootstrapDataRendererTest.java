package io.weir.bootstrap.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.weir.api.bootstrap.SecretSource;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.BootstrapDataException.Reason;
import io.weir.bootstrap.ignition.IgnitionVersion;
import io.weir.bootstrap.kubeadm.ClusterJoinInfo;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BootstrapDataRendererTest {

  private static final SecretSource.SecretKeyReference KEY =
      new SecretSource.SecretKeyReference("s", "k");
  private static final String FILE_FROM_SECRET =
      "{'files': [{'path': '/f', %s 'contentFrom': {'secret': {'name': 's', 'key': 'k'}}}]}";

  @Nested
  class TheJoinFile {

    @Test
    void hasTheTokenOnALineOfItsOwnWhereProvidersLookForIt() {
      String text = BootstrapDataRenderer.render(SampleInputs.of("{}")).value();

      assertThat(text.lines())
          .containsSubsequence(
              "    discovery:",
              "      bootstrapToken:",
              "        token: abcdef.0123456789abcdef",
              "    kind: JoinConfiguration");
    }

    @Test
    void isStillReadableWhereTheTokenLooksLikeANumber() {
      String spec =
          "{'joinConfiguration': {'discovery': {'bootstrapToken': {'token':"
              + " '123456.7890123456789012'}}}}";

      var cloudConfigDocument = CloudConfigDocument.of(withoutToken(spec));

      assertThat(cloudConfigDocument.join("discovery", "bootstrapToken", "token"))
          .isEqualTo("123456.7890123456789012");
    }

    @Test
    void keepsTheUninitializedTaintOnceIfItWasGiven() {
      String spec =
          "{'joinConfiguration': {'nodeRegistration': {'taints': [{'key':"
              + " 'node.cluster.x-k8s.io/uninitialized', 'effect': 'NoSchedule'}]}}}";

      assertThat(CloudConfigDocument.of(SampleInputs.of(spec)).join("nodeRegistration", "taints"))
          .asInstanceOf(LIST)
          .hasSize(1);
    }

    @Test
    void hasTheUninitializedTaintWhereNoTaintsWereWanted() {
      String spec = "{'joinConfiguration': {'nodeRegistration': {'taints': []}}}";

      assertThat(CloudConfigDocument.of(SampleInputs.of(spec)).join("nodeRegistration", "taints"))
          .isEqualTo(
              List.of(
                  Map.of("effect", "NoSchedule", "key", "node.cluster.x-k8s.io/uninitialized")));
    }
  }

  @Nested
  class Discovery {

    @Test
    void givenByTheUserIsRespectedAndNeedsNoToken() {
      String spec =
          "{'joinConfiguration': {'discovery': {'bootstrapToken': {'token':"
              + " 'zzzzzz.0123456789abcdef', 'apiServerEndpoint': 'lb:443', 'caCertHashes':"
              + " ['sha256:11']}}}}";

      var cloudConfigDocument = CloudConfigDocument.of(withoutToken(spec));

      assertThat(BootstrapDataRenderer.tokenInSpec(SampleInputs.json(spec)))
          .contains("zzzzzz.0123456789abcdef");
      assertThat(cloudConfigDocument.join("discovery", "bootstrapToken"))
          .isEqualTo(
              Map.of(
                  "token", "zzzzzz.0123456789abcdef",
                  "apiServerEndpoint", "lb:443",
                  "caCertHashes", List.of("sha256:11")));
    }

    @Test
    void byATokenThatWasTakenOverTrustsTheCaOfNowBesideThatOfThen() {
      String spec =
          "{'joinConfiguration': {'discovery': {'bootstrapToken': {'token':"
              + " 'zzzzzz.0123456789abcdef', 'caCertHashes': ['sha256:11']}}}}";

      assertThat(
              CloudConfigDocument.of(SampleInputs.of(spec))
                  .join("discovery", "bootstrapToken", "caCertHashes"))
          .isEqualTo(List.of("sha256:11", SampleInputs.CA_HASH));
    }

    @Test
    void byATokenThatWasTakenOverUsesWeirsOwn() {
      String spec =
          "{'joinConfiguration': {'discovery': {'bootstrapToken': {'token':"
              + " 'zzzzzz.0123456789abcdef'}}}}";

      assertThat(
              CloudConfigDocument.of(SampleInputs.of(spec))
                  .join("discovery", "bootstrapToken", "token"))
          .isEqualTo(SampleInputs.TOKEN.reveal());
    }

    @Test
    void byAFileTakesServerAndCaFromTheCluster() {
      String spec =
          "{'joinConfiguration': {'discovery': {'file': {'kubeConfigPath': '/k', 'kubeConfig':"
              + " {'user': {'authProvider': {'name': 'gcp', 'config': {'b': 'no', 'a': '1'}}}}}}}}";

      var cloudConfigDocument = CloudConfigDocument.of(withoutToken(spec));

      assertThat(cloudConfigDocument.file("/k"))
          .containsEntry("permissions", "0640")
          .containsEntry("owner", "root:root");
      assertThat((String) cloudConfigDocument.file("/k").get("content"))
          .contains("server: https://127.0.0.1:6443\n")
          .contains(
              Base64.getEncoder().encodeToString(SampleInputs.CA.getBytes(StandardCharsets.UTF_8)))
          .contains("a: '1'\n")
          .contains("b: 'no'\n");
      assertThat(cloudConfigDocument.join("discovery"))
          .isEqualTo(Map.of("file", Map.of("kubeConfigPath", "/k")));
    }

    @Test
    void withoutCaOrEndpointIsRefusedRatherThanMadeUnsafe() {
      var noCa = new ClusterJoinInfo("h:1", "");
      var noEndpoint = new ClusterJoinInfo("", SampleInputs.CA);

      assertThatThrownBy(() -> BootstrapDataRenderer.render(in(noCa)))
          .hasMessageStartingWith("cluster CA");
      assertThatThrownBy(() -> BootstrapDataRenderer.render(in(noEndpoint)))
          .isInstanceOfSatisfying(
              BootstrapDataException.class,
              problem -> assertThat(problem.reason()).isEqualTo(Reason.MISSING_INPUT))
          .hasMessageContaining("controlPlaneEndpoint");
    }

    private BootstrapInputs in(ClusterJoinInfo cluster) {
      return new BootstrapInputs(
          SampleInputs.json("{}"), SampleInputs.VERSION, cluster, SampleInputs.TOKEN, Map.of());
    }
  }

  @Nested
  class Secrets {

    @Test
    void thatAreNeededAreNamed() {
      var spec =
          SampleInputs.json(
              "{'files': [{'path': '/f', 'contentFrom': {'secret': {'name': 's', 'key': 'k'}}}],"
                  + " 'users': [{'name': 'u', 'passwdFrom': {'secret': {'name': 't', 'key':"
                  + " 'l'}}}]}");

      assertThat(BootstrapDataRenderer.requiredSecretKeys(spec))
          .containsExactly(KEY, new SecretSource.SecretKeyReference("t", "l"));
    }

    @Test
    void thatHoldBytesTravelAsBase64() {
      byte[] bytes = {0x1f, (byte) 0x8b, 0, (byte) 0xff};
      String base64 = Base64.getEncoder().encodeToString(bytes);

      var plain =
          CloudConfigDocument.of(
              SampleInputs.of(FILE_FROM_SECRET.formatted(""), Map.of(KEY, bytes)));
      var gzip =
          CloudConfigDocument.of(
              SampleInputs.of(
                  FILE_FROM_SECRET.formatted("'encoding': 'gzip',"), Map.of(KEY, bytes)));

      assertThat(plain.file("/f"))
          .isEqualTo(Map.of("path", "/f", "encoding", "base64", "content", base64));
      assertThat(gzip.file("/f"))
          .isEqualTo(Map.of("path", "/f", "encoding", "gzip+base64", "content", base64));
    }

    @Test
    void thatAreMissingAreNamed() {
      assertThatThrownBy(
              () -> BootstrapDataRenderer.render(SampleInputs.of(FILE_FROM_SECRET.formatted(""))))
          .isInstanceOfSatisfying(
              BootstrapDataException.class,
              problem -> assertThat(problem.reason()).isEqualTo(Reason.MISSING_INPUT))
          .hasMessage(
              "spec.files[0].contentFrom.secret: no key k in a Secret s of the config's"
                  + " namespace; create it");
    }

    @Test
    void thatAreNamedAgainAndAgainMakeNoDataThatNoSecretCouldHold() {
      String file = "{'path': '/f%d', 'contentFrom': {'secret': {'name': 's', 'key': 'k'}}}";
      String files =
          IntStream.range(0, 200).mapToObj(file::formatted).collect(Collectors.joining(","));
      byte[] large = "x".repeat(900_000).getBytes(StandardCharsets.UTF_8);

      assertThatThrownBy(
              () ->
                  BootstrapDataRenderer.render(
                      SampleInputs.of("{'files': [" + files + "]}", Map.of(KEY, large))))
          .isInstanceOf(BootstrapDataException.class)
          .hasMessage(
              "spec.files[1]: the files up to here are longer than 1048576 characters together,"
                  + " which no Secret could hold; make them smaller, or have the machine fetch"
                  + " them");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "{{ hunter2 }}",
          "{{ .hunter2 }}",
          "{{ print hunter2 }}",
          "{{ .controlPlane.version.hunter2 }}",
          "{{ if \"hunter2 }}",
          "{{ 1hunter2 }}"
        })
    void areNotQuotedWhereTheyAreNoTemplateAsTheyShouldBe(String content) {
      String spec = FILE_FROM_SECRET.formatted("'contentFormat': 'Template',");
      var inputs =
          new BootstrapInputs(
              SampleInputs.json(spec),
              SampleInputs.VERSION,
              SampleInputs.CLUSTER,
              SampleInputs.TOKEN,
              Map.of(KEY, content.getBytes(StandardCharsets.UTF_8)),
              new RenderOptions(Optional.of("v1.35.4"), IgnitionVersion.V2_3));

      assertThatThrownBy(() -> BootstrapDataRenderer.render(inputs))
          .isInstanceOf(BootstrapDataException.class)
          .hasMessageStartingWith("spec.files[0].contentFrom as a template: line 1: ")
          .hasMessageNotContaining("hunter2");
    }

    @Test
    void areNotShownByAnythingThatPrints() {
      var inputs =
          SampleInputs.of(
              FILE_FROM_SECRET.formatted(""),
              Map.of(KEY, "hunter2".getBytes(StandardCharsets.UTF_8)));

      assertThat(inputs + " " + BootstrapDataRenderer.render(inputs))
          .doesNotContain("hunter2")
          .doesNotContain(SampleInputs.TOKEN.secret());
    }
  }

  @Nested
  class Templates {

    private static final String TEMPLATE =
        "{'files': [{'path': '/f', 'contentFormat': 'Template', 'content':"
            + " 'v={{ .controlPlane.version }}'}]}";

    @Test
    void seeTheVersionOfTheControlPlane() {
      var options = new RenderOptions(Optional.of("v1.35.9"), IgnitionVersion.V2_3);

      assertThat(CloudConfigDocument.of(with(options)).file("/f"))
          .containsEntry("content", "v=v1.35.9");
    }

    @Test
    void thatPrintAVersionNobodyKnowsAreRefused() {
      assertThatThrownBy(() -> BootstrapDataRenderer.render(with(RenderOptions.DEFAULT)))
          .hasMessageStartingWith(
              "spec.files[0].content as a template: line 1: .controlPlane.version is not known");
    }

    @Test
    void makeThatVersionAnInput() {
      var one = with(new RenderOptions(Optional.of("v1.35.9"), IgnitionVersion.V2_3));
      var other = with(new RenderOptions(Optional.of("v1.36.0"), IgnitionVersion.V2_3));

      assertThat(BootstrapDataRenderer.render(one).inputsDigest())
          .isNotEqualTo(BootstrapDataRenderer.render(other).inputsDigest());
    }

    private static BootstrapInputs with(RenderOptions options) {
      return new BootstrapInputs(
          SampleInputs.json(TEMPLATE),
          SampleInputs.VERSION,
          SampleInputs.CLUSTER,
          SampleInputs.TOKEN,
          Map.of(),
          options);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "v1.35.4|{'initConfiguration': {'skipPhases': ['x']}}|spec.initConfiguration: only control",
        "v1.30.1|{'joinConfiguration': {'timeouts': {'discoverySeconds': 5}}}"
            + "|spec.joinConfiguration.timeouts.discoverySeconds: kubeadm supports it from",
        "v1.30.1|{'joinConfiguration': {'nodeRegistration': {'imagePullSerial': false}}}"
            + "|spec.joinConfiguration.nodeRegistration.imagePullSerial: kubeadm supports",
        "v1.35.4|{'format': 'ignition', 'ntp': {'servers': ['a']}}|spec.ntp.servers: Ignition",
      })
  void whatHasNoEffectIsNamed(String version, String spec, String message) {
    var data =
        BootstrapDataRenderer.render(SampleInputs.of(SampleInputs.json(spec), version, Map.of()));

    assertThat(data.warnings()).singleElement().asString().startsWith(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'format': 'butane'}|NOT_SUPPORTED|spec.format: butane is not supported",
        "{'ignition': {}}|INVALID_FIELD|spec.ignition: set",
        "{'joinConfiguration': {'controlPlane':"
            + " {}}}|INVALID_FIELD|spec.joinConfiguration.controlPlane: is set, but",
        "{'files': [{'path': '/f', 'content': '{{ range }}', 'contentFormat':"
            + " 'Template'}]}|INVALID_FIELD|spec.files[0].content as a template: line 1: range",
        "{'joinConfiguration': {'discovery': {'file': {'kubeConfigPath': '/k'}, 'bootstrapToken':"
            + " {}}}}|INVALID_FIELD|spec.joinConfiguration.discovery: has both",
        "{'files': [{'path': '/f', 'content': 'a\\r"
            + "{{ d[\\\"b\\\"] }}'}]}|INVALID_FIELD|spec.files[0].content: has a template",
        "{'diskSetup': {'partitions': [{'device': 'd', 'layout': true}, {'device': 'd', 'layout':"
            + " true}]}}|INVALID_FIELD|spec.diskSetup.partitions[1].device: ",
        "{'files': 'x'}|INVALID_FIELD|spec: does not match the schema"
      })
  void whatCannotBeRenderedIsRefusedNamingTheField(String spec, Reason reason, String message) {
    assertThatThrownBy(() -> BootstrapDataRenderer.render(SampleInputs.of(spec)))
        .isInstanceOfSatisfying(
            BootstrapDataException.class, problem -> assertThat(problem.reason()).isEqualTo(reason))
        .hasMessageStartingWith(message);
  }

  private static BootstrapInputs withoutToken(String spec) {
    return new BootstrapInputs(
        SampleInputs.json(spec), SampleInputs.VERSION, SampleInputs.CLUSTER, null, Map.of());
  }
}
