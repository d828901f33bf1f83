package io.weir.kernel.kube;

import static org.assertj.core.api.Assertions.assertThat;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Test;

class CipherSuitesTest {

  @Test
  void thatCostLeastComeFirstAndAllOfThemStay() throws Exception {
    SSLParameters before = SSLContext.getDefault().getDefaultSSLParameters();

    SSLParameters after = CipherSuites.order(SSLContext.getDefault().getDefaultSSLParameters());

    assertThat(after.getCipherSuites()).containsExactlyInAnyOrder(before.getCipherSuites());
    assertThat(after.getCipherSuites()[0]).isEqualTo("TLS_CHACHA20_POLY1305_SHA256");
    assertThat(after.getCipherSuites()[1]).startsWith("TLS_AES_");
    assertThat(after.getCipherSuites()[3]).startsWith("TLS_ECDHE_").contains("CHACHA20");
  }

  @Test
  void areNotInventedWhereNoneAreGiven() {
    assertThat(CipherSuites.order(new SSLParameters()).getCipherSuites()).isNull();
  }
}
