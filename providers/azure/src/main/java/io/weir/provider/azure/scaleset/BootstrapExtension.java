package io.weir.provider.azure.scaleset;

/**
 * The extension that ends well once a machine has joined, so that Azure shows which have not.
 *
 * @param windows whether machines run Windows
 * @param arm64 whether they have processors of Arm
 */
public record BootstrapExtension(boolean windows, boolean arm64) {

  static final String PUBLISHER = "Microsoft.Azure.ContainerUpstream";

  private static final int TRIES = 60;
  private static final int SECONDS = 5;

  String name() {
    return windows ? "CAPZ.Windows.Bootstrapping" : "CAPZ.Linux.Bootstrapping";
  }

  String version() {
    return arm64 ? "1.1" : "1.0";
  }

  /** Waits for what bootstrap data leaves behind once it is through. */
  String command() {
    return windows
        ? "powershell.exe -Command \"for ($i = 0; $i -lt %d; $i++) { if (Test-Path C:\\run\\cluster-api\\bootstrap-success.complete) { exit 0 } Start-Sleep -Seconds %d } exit 1\""
            .formatted(TRIES, SECONDS)
        : "for i in $(seq 1 %d); do test -f /run/cluster-api/bootstrap-success.complete && exit 0; sleep %d; done; exit 1"
            .formatted(TRIES, SECONDS);
  }
}
