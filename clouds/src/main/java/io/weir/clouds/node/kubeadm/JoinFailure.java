package io.weir.clouds.node.kubeadm;

/** Why a machine did not join. */
public enum JoinFailure {
  /** The join command or its configuration file is missing or invalid. */
  CONFIGURATION,
  /** The API server did not answer within the discovery time. */
  API_UNREACHABLE,
  /** The cluster signs nothing with this token within the discovery time: unknown or expired. */
  TOKEN_UNKNOWN,
  /**
   * The signature of cluster-info does not fit the token: the text or the signature was changed.
   */
  SIGNATURE_INVALID,
  /** The certificate authority in cluster-info is none of those pinned. */
  CA_NOT_PINNED,
  /** The verified read of cluster-info gave another text than the first. */
  CLUSTER_INFO_CHANGED,
  /** A Node of this name is there and Ready. */
  NODE_EXISTS,
  /** The API server does not accept the token as a login. */
  TOKEN_REJECTED,
  /** The request for a certificate was denied, or its signing failed. */
  CERTIFICATE_DENIED,
  /** No certificate came within the bootstrap time. */
  CERTIFICATE_TIMEOUT,
  /** The API server did not take the Node. */
  NODE_REFUSED
}
