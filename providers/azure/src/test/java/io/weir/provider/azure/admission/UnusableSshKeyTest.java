package io.weir.provider.azure.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class UnusableSshKeyTest {

  @Test
  void isALineOfAuthorizedKeysWithAKeyThatAzureTakes() {
    String line = decoded(UnusableSshKey.generate());

    assertThat(line).matches("ssh-rsa [A-Za-z0-9+/]+=*\n");
    ByteBuffer blob = ByteBuffer.wrap(Base64.getDecoder().decode(line.strip().split(" ", -1)[1]));
    assertThat(new String(next(blob), StandardCharsets.US_ASCII)).isEqualTo("ssh-rsa");
    assertThat(new BigInteger(next(blob))).isEqualTo(65537);
    assertThat(new BigInteger(next(blob)).bitLength()).isEqualTo(2048);
    assertThat(blob.hasRemaining()).isFalse();
  }

  @Test
  void isAnotherOneEachTimeAndPassesTheRules() {
    String one = UnusableSshKey.generate();
    String another = UnusableSshKey.generate();

    assertThat(one).isNotEqualTo(another);
    assertThat(SshPublicKey.isValid(one)).isTrue();
    assertThat(SshPublicKey.isValid(another)).isTrue();
  }

  private static byte[] next(ByteBuffer blob) {
    byte[] part = new byte[blob.getInt()];
    blob.get(part);
    return part;
  }

  private static String decoded(String base64) {
    return new String(Base64.getDecoder().decode(base64), StandardCharsets.US_ASCII);
  }
}
