package io.weir.bootstrap.kubeadm;

import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.BootstrapDataException.Reason;
import java.io.ByteArrayInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The CA certificates of a cluster, of which a worker needs the public part only. */
public final class CaCertificates {

  private static final Pattern CERTIFICATE =
      Pattern.compile("-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\\s]*)-----END CERTIFICATE-----");

  /**
   * The pins by which kubeadm knows the CA: for each certificate, in order, {@code sha256:} and the
   * hex SHA-256 of its DER SubjectPublicKeyInfo. Text around the certificates is ignored.
   *
   * @throws BootstrapDataException if there is no certificate or one cannot be read
   */
  public static List<String> hashes(String pem) {
    var hashes = new ArrayList<String>();
    Matcher blocks = CERTIFICATE.matcher(pem);
    while (blocks.find()) {
      hashes.add(hash(blocks.group(1), hashes.size() + 1));
    }
    if (hashes.isEmpty()) {
      throw problem("contains no PEM certificate", null);
    }
    return List.copyOf(hashes);
  }

  /** Whether there are certificates, and all of them can be read. */
  public static boolean readable(String pem) {
    try {
      List<String> _ = hashes(pem);
      return true;
    } catch (BootstrapDataException _) {
      return false;
    }
  }

  private static String hash(String base64, int number) {
    try {
      byte[] der = Base64.getMimeDecoder().decode(base64);
      byte[] key =
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(der))
              .getPublicKey()
              .getEncoded();
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(key);
      return "sha256:" + HexFormat.of().formatHex(digest);
    } catch (IllegalArgumentException | CertificateException e) {
      throw problem("certificate " + number + " cannot be read", e);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static BootstrapDataException problem(String what, @Nullable Exception cause) {
    String message =
        "cluster CA: tls.crt "
            + what
            + "; put the PEM of the CA certificates into the cluster's CA"
            + " Secret";
    return cause == null
        ? new BootstrapDataException(Reason.INVALID_CA, message)
        : new BootstrapDataException(Reason.INVALID_CA, message, cause);
  }

  private CaCertificates() {}
}
