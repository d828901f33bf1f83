package io.weir.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.webhook.WebhookSettings;
import io.weir.webhook.WebhookSettings.Exposure;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WebhookOptionsTest {

  private static WebhookOptions with(String host, int port, String url, String health) {
    return new WebhookOptions(true, host, port, url, health);
  }

  @Test
  void inAPodEveryAddressIsListenedAtAndTheServiceIsNamed() {
    WebhookSettings settings = with("", 9443, "", ":9440").toSettings(true, "weir-system");

    assertThat(settings.listenAddress().getAddress().isAnyLocalAddress()).isTrue();
    assertThat(settings.exposure()).isInstanceOf(Exposure.ByService.class);
  }

  @Test
  void elsewhereItIsTheLoopbackAddressUnlessAUrlIsGiven() {
    WebhookSettings own = with("", 0, "", ":0").toSettings(false, "weir-system");
    WebhookSettings given =
        with("", 0, "https://weir.example:8443/", ":0").toSettings(true, "weir-system");

    assertThat(own.listenAddress().getAddress().isLoopbackAddress()).isTrue();
    assertThat(own.exposure()).isEqualTo(new Exposure.ByUrl(Optional.empty()));
    assertThat(given.exposure())
        .isEqualTo(new Exposure.ByUrl(Optional.of(URI.create("https://weir.example:8443"))));
  }

  @Test
  void healthIsToldWhereItIsAsked() {
    assertThat(with("", 0, "", "127.0.0.1:0").healthAddress(true).getAddress().isLoopbackAddress())
        .isTrue();
    assertThat(with("", 0, "", ":9440").healthAddress(true).getPort()).isEqualTo(9440);
    assertThat(with("", 0, "", "[::1]:9440").healthAddress(true).getHostString()).contains(":");
  }

  @Test
  void whatIsWrongIsToldByTheNameOfTheOption() {
    assertThatThrownBy(() -> with("", 70_000, "", ":0")).hasMessageContaining("--webhook-port");
    for (String url : new String[] {"http://x", "https://x?a=b", "x", "https://", "::"}) {
      assertThatThrownBy(() -> with("", 0, url, ":0").toSettings(false, "n"))
          .hasMessageContaining("--webhook-url is " + url);
    }
    for (String health : new String[] {"", "host", "127.0.0.1:", ":99999"}) {
      assertThatThrownBy(() -> with("", 0, "", health).healthAddress(false))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("--health-addr is " + health);
    }
  }
}
