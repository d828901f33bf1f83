package io.weir.bootstrap.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.bootstrap.SecretSource;
import io.weir.bootstrap.kubeadm.ClusterJoinInfo;
import io.weir.bootstrap.token.JoinToken;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class InputDigestTest {

  private static final SecretSource.SecretKeyReference KEY =
      new SecretSource.SecretKeyReference("s", "k");
  private static final Map<SecretSource.SecretKeyReference, byte[]> SECRETS =
      Map.of(KEY, bytes("x"));
  private static final BootstrapInputs BASE = inputs("{'a': 1, 'b': {'c': 2, 'd': 3}}");

  @Test
  void anotherTokenChangesTheOneWithTokenOnly() {
    var other =
        new BootstrapInputs(
            BASE.spec(),
            BASE.kubernetesVersion(),
            BASE.cluster(),
            JoinToken.parse("zzzzzz.0123456789abcdef"),
            SECRETS);

    assertThat(InputDigest.withoutToken(other)).isEqualTo(InputDigest.withoutToken(BASE));
    assertThat(InputDigest.withToken(other)).isNotEqualTo(InputDigest.withToken(BASE));
  }

  @Test
  void aTokenInTheSpecCountsAsTokenToo() {
    var one = withoutOwnToken("aaaaaa.0123456789abcdef");
    var other = withoutOwnToken("bbbbbb.0123456789abcdef");

    assertThat(InputDigest.withoutToken(one)).isEqualTo(InputDigest.withoutToken(other));
    assertThat(InputDigest.withToken(one)).isNotEqualTo(InputDigest.withToken(other));
  }

  @Test
  void everyOtherInputChangesBoth() {
    var changed =
        Stream.of(
            inputs("{'a': 2, 'b': {'c': 2, 'd': 3}}"),
            new BootstrapInputs(
                BASE.spec(), "v1.35.5", BASE.cluster(), SampleInputs.TOKEN, SECRETS),
            new BootstrapInputs(
                BASE.spec(),
                SampleInputs.VERSION,
                new ClusterJoinInfo("other:6443", SampleInputs.CA),
                SampleInputs.TOKEN,
                SECRETS),
            new BootstrapInputs(
                BASE.spec(),
                SampleInputs.VERSION,
                new ClusterJoinInfo(BASE.cluster().endpoint(), "other"),
                SampleInputs.TOKEN,
                SECRETS),
            new BootstrapInputs(
                BASE.spec(),
                SampleInputs.VERSION,
                BASE.cluster(),
                SampleInputs.TOKEN,
                Map.of(KEY, bytes("y"))));

    assertThat(changed)
        .allSatisfy(
            inputs -> {
              assertThat(InputDigest.withToken(inputs)).isNotEqualTo(InputDigest.withToken(BASE));
              assertThat(InputDigest.withoutToken(inputs))
                  .isNotEqualTo(InputDigest.withoutToken(BASE));
            });
  }

  @Test
  void theOrderOfKeysDoesNotCount() {
    var reordered = inputs("{'b': {'d': 3, 'c': 2}, 'a': 1, 'e': null}");

    assertThat(InputDigest.withToken(reordered)).isEqualTo(InputDigest.withToken(BASE));
  }

  @Test
  void theRuleIsForEver() {
    assertThat(InputDigest.withoutToken(BASE))
        .as("published digests change with the rule, and templates roll with them")
        .isEqualTo("v1:0542f1817bfbdd43d1d599c44086dfdaea5b3f7eb752492e84453a4ad84bc313");
  }

  private static BootstrapInputs inputs(String spec) {
    return SampleInputs.of(spec, SECRETS);
  }

  private static BootstrapInputs withoutOwnToken(String given) {
    String spec =
        "{'joinConfiguration': {'discovery': {'bootstrapToken': {'token': '%s'}}}}"
            .formatted(given);
    return new BootstrapInputs(
        SampleInputs.json(spec), SampleInputs.VERSION, SampleInputs.CLUSTER, null, SECRETS);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
