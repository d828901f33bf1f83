package io.weir.manager.objects;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import org.junit.jupiter.api.Test;

class SecretRetentionTest {

  private final SecretRetention retention = new SecretRetention(100_000, 20_000);

  private static ObjectNode secret(String namespace, String name, int length) {
    ObjectNode secret =
        TestObjects.parse(
            """
            {"apiVersion": "v1", "kind": "Secret", "type": "Opaque",
             "metadata": {"namespace": "%s", "name": "%s", "uid": "u-%2$s", "resourceVersion": "7",
               "labels": {"cluster.x-k8s.io/cluster-name": "c", "more": "x"},
               "annotations": {"note": "long"}}}
            """
                .formatted(namespace, name));
    secret.withObject("/data").put("value", "x".repeat(length));
    return secret;
  }

  private boolean keeps(ObjectNode secret) {
    return !SecretRetention.isTrimmed(new ApiObject(retention.keep(secret)));
  }

  @Test
  void ofWhatIsLargeTheNameStaysAndADigestThatChangesWithAnythingOfIt() {
    var trimmed = new ApiObject(retention.keep(secret("a", "large", 30_000)));

    assertThat(trimmed.copyTree().toString().length()).isLessThan(400);
    assertThat(trimmed.key()).isEqualTo(new ObjectKey("a", "large"));
    assertThat(trimmed.resourceVersion()).isEqualTo("7");
    assertThat(trimmed.label("cluster.x-k8s.io/cluster-name")).hasValue("c");
    assertThat(trimmed.at("/data/value").isMissingNode()).isTrue();
    ObjectNode edited = secret("a", "large", 30_000);
    edited.withObject("/metadata/annotations").put("note", "another");
    assertThat(new ApiObject(retention.keep(edited)).at("/data")).isNotEqualTo(trimmed.at("/data"));
    assertThat(new ApiObject(retention.keep(secret("a", "large", 30_000))).at("/data"))
        .isEqualTo(trimmed.at("/data"));
  }

  @Test
  void oneNamespaceTakesHalfOfTheRoomAndAllTogetherNoMoreThanThereIs() {
    assertThat(keeps(secret("a", "1", 13_200))).isTrue();
    assertThat(keeps(secret("a", "2", 13_200))).isTrue();
    assertThat(keeps(secret("a", "3", 13_200))).isTrue();
    assertThat(keeps(secret("a", "4", 13_200))).isFalse();
    assertThat(keeps(secret("b", "1", 13_200))).isTrue();
    assertThat(keeps(secret("b", "2", 13_200))).isTrue();
    assertThat(keeps(secret("c", "1", 13_200))).isTrue();
    assertThat(keeps(secret("c", "2", 13_200))).isFalse();
    assertThat(keeps(secret("c", "small", 100))).isTrue();
  }

  @Test
  void whatIsSeenAgainTakesNoMoreRoomAndWhatIsGoneTakesNone() {
    for (int i = 0; i < 50; i++) {
      assertThat(keeps(secret("a", "1", 15_000 + i))).isTrue();
    }
    for (int i = 0; i < 50; i++) {
      assertThat(keeps(secret("a", "of-the-moment", 15_000))).isTrue();
      retention.release(new ObjectKey("a", "of-the-moment"));
    }
  }

  @Test
  void whatIsNoSecretStaysAsItIs() {
    ObjectNode expired = TestObjects.parse("{\"kind\": \"Status\", \"code\": 410}");
    expired.put("message", "x".repeat(30_000));

    assertThat(retention.keep(expired)).isSameAs(expired);
    assertThat(SecretRetention.keepUpTo(10, expired)).isSameAs(expired);
  }
}
