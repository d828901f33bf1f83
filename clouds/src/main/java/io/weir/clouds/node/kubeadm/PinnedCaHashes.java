package io.weir.clouds.node.kubeadm;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** The authorities that a configuration pins by their public keys. */
record PinnedCaHashes(List<String> digests) {
  private static final String PREFIX = "sha256:";

  static PinnedCaHashes of(List<String> hashes) throws JoinException {
    var digests = new ArrayList<String>();
    for (String hash : hashes) {
      String lower = hash.toLowerCase(Locale.ROOT);
      if (!lower.matches(PREFIX + "[0-9a-f]{64}")) {
        throw new JoinException(
            JoinFailure.CONFIGURATION, "\"" + hash + "\" is not the hash of a public key");
      }
      digests.add(lower.substring(PREFIX.length()));
    }
    return new PinnedCaHashes(List.copyOf(digests));
  }

  /**
   * The first authority that is not pinned is a failure: one trusted among others proves nothing.
   */
  void check(List<X509Certificate> authorities) throws JoinException {
    for (X509Certificate authority : authorities) {
      String digest = digest(authority);
      if (!digests.contains(digest)) {
        throw new JoinException(
            JoinFailure.CA_NOT_PINNED,
            "cluster CA found in cluster-info is not pinned: its key has " + PREFIX + digest);
      }
    }
  }

  private static String digest(X509Certificate authority) {
    try {
      byte[] key = authority.getPublicKey().getEncoded();
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(key));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
