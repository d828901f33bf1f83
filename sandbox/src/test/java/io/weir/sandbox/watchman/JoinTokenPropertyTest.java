package io.weir.sandbox.watchman;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class JoinTokenPropertyTest {

  private final History history = new History(new JoinTokenProperty());

  @Test
  void aTemplateWithATokenThatExpiredIsFound() {
    history.pool(3, true).seen(token("abcdef", Duration.ofMinutes(15))).launchesWith("abcdef");
    boolean right = history.violationsSoFar().isEmpty();

    history.after(Duration.ofMinutes(16));

    assertThat(right).isTrue();
    assertThat(history.violations())
        .singleElement()
        .asString()
        .contains("token abcdef of workers expired at 2026-01-01T00:15");
  }

  @Test
  void soIsOneWhoseTokenWasTakenAway() {
    history
        .pool(3, true)
        .seen(token("abcdef", Duration.ofMinutes(15)))
        .launchesWith("abcdef")
        .gone(token("abcdef", Duration.ofMinutes(15)));

    assertThat(history.violations())
        .singleElement()
        .asString()
        .contains("is not in the cluster", "gone: Secret kube-system/bootstrap-token-abcdef");
  }

  @Test
  void whatPeopleDeletedIsReplacedWithinAMinute() {
    history
        .pool(3, true)
        .seen(token("abcdef", Duration.ofMinutes(15)))
        .launchesWith("abcdef")
        .write("", "delete", "secrets", new ObjectKey("kube-system", "bootstrap-token-abcdef"), "")
        .gone(token("abcdef", Duration.ofMinutes(15)));
    boolean atOnce = history.violationsSoFar().isEmpty();
    boolean soon = history.after(Duration.ofSeconds(50)).violationsSoFar().isEmpty();

    history.after(Duration.ofSeconds(20));

    assertThat(atOnce).isTrue();
    assertThat(soon).isTrue();
    assertThat(history.violations()).hasSize(1);
  }

  @Test
  void aTokenMayGoWithItsTemplate() {
    history
        .pool(3, true)
        .seen(token("abcdef", Duration.ofMinutes(15)))
        .launchesWith("abcdef")
        .seen(token("ghijkl", Duration.ofMinutes(15)))
        .gone(token("abcdef", Duration.ofMinutes(15)));
    boolean right = history.violationsSoFar().isEmpty();

    history.launchesWith("ghijkl");

    assertThat(right).isTrue();
    assertThat(history.violations()).isEmpty();
  }

  @Test
  void aPoolThatGoesNeedsNone() {
    history.pool(3, true).launchesWith("abcdef").deletedPool();

    assertThat(history.violations()).isEmpty();
  }

  @Test
  void theTokenIsFoundInWhatAMachineBoots() {
    byte[] data = "discovery:\n  token: abcdef.0123456789abcdef\n".getBytes(StandardCharsets.UTF_8);

    assertThat(JoinTokens.idIn(data)).isEqualTo("abcdef");
  }

  private String token(String id, Duration valid) {
    Instant until = history.now().plus(valid);
    return History.token(id, until);
  }
}
