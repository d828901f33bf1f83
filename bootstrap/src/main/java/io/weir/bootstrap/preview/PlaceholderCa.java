package io.weir.bootstrap.preview;

import io.weir.bootstrap.kubeadm.CaCertificates;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A certificate whose key was thrown away, in the place of a cluster's CA that is not known. */
final class PlaceholderCa {

  static final String PEM = read();

  /** As kubeadm would pin it. */
  static String pin() {
    return CaCertificates.hashes(PEM).getFirst();
  }

  /** As a kubeconfig would hold it. */
  static String base64() {
    return Base64.getEncoder().encodeToString(PEM.getBytes(StandardCharsets.UTF_8));
  }

  private static String read() {
    try (InputStream in = PlaceholderCa.class.getResourceAsStream("nobodys-ca.pem")) {
      if (in == null) {
        throw new IllegalStateException("nobodys-ca.pem is not packed with its module");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private PlaceholderCa() {}
}
