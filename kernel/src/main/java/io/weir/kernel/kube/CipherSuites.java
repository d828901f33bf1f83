package io.weir.kernel.kube;

import java.util.Arrays;
import java.util.Comparator;
import javax.net.ssl.SSLParameters;

/**
 * The order in which cipher suites are offered and chosen. ChaCha20 comes first: without the
 * optimizing compiler, which the manager's JVM does without to save memory, AES-GCM takes three
 * times its processor time; with it, both cost the same. None is added or left out.
 */
public final class CipherSuites {

  private CipherSuites() {}

  /** Puts the cipher suites of the parameters in order; parameters without any stay as they are. */
  public static SSLParameters order(SSLParameters parameters) {
    String[] suites = parameters.getCipherSuites();
    if (suites != null) {
      String[] ordered = suites.clone();
      Arrays.sort(ordered, Comparator.comparingInt(CipherSuites::rank));
      parameters.setCipherSuites(ordered);
    }
    return parameters;
  }

  /** Sorting is stable: within a rank, Java's own order stays. */
  private static int rank(String suite) {
    boolean tls13 = suite.startsWith("TLS_AES_") || suite.startsWith("TLS_CHACHA20_");
    boolean chacha = suite.contains("CHACHA20");
    if (tls13) {
      return chacha ? 0 : 1;
    }
    return chacha ? 2 : 3;
  }
}
