package io.weir.controlplane;

import io.weir.controlplane.pki.CertificateAuthority;
import io.weir.controlplane.pki.Credential;
import io.weir.controlplane.pki.KeyPairs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What one API server and its clients trust each other by: nothing of it is shared with another API
 * server.
 *
 * @param directory holds ca, apiserver, kube-controller-manager (each .crt and .key) and sa (.key
 *     and .pub)
 * @param authority signs all of it
 * @param harness the account that this module itself asks with; apart from the administrator's, so
 *     that the audit log tells them apart
 */
record ClusterPki(Path directory, CertificateAuthority authority, Credential harness) {
  /** The group that may do everything. */
  static final String MASTERS = "system:masters";

  /** Makes it anew, but for an authority and service account keys that are there already. */
  static ClusterPki loadOrCreate(Path directory, String cluster) throws IOException {
    Files.createDirectories(directory);
    CertificateAuthority authority =
        Files.exists(directory.resolve("ca.key"))
            ? CertificateAuthority.read(directory, "ca")
            : CertificateAuthority.create(cluster);
    authority.ownCredential().write(directory, "ca");
    authority.issueServer("kube-apiserver").write(directory, "apiserver");
    authority.issueServer("kube-controller-manager").write(directory, "kube-controller-manager");
    if (!Files.exists(directory.resolve("sa.pub"))) {
      KeyPairs.writePair(directory, "sa");
    }
    return new ClusterPki(directory, authority, authority.issueClient("harness", MASTERS));
  }

  String file(String name) {
    return directory.resolve(name).toString();
  }
}
