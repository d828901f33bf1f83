package io.weir.engine.workload;

/** Why a workload cluster is unreachable. */
public enum ConnectionFailureCause {
  /** The first answer is on its way; not yet a reason to worry anybody. */
  CONNECTING,
  /** The Cluster has no kubeconfig, from a Secret or from its cloud, or is another manager's. */
  NO_KUBECONFIG,
  /** The kubeconfig may not be used. */
  REFUSED,
  /** The API server does not accept the account, or does not let it do what is needed. */
  UNAUTHORISED,
  /** The API server answers requests, and a watch that is needed fails. */
  WATCH_FAILS,
  /** The API server does not answer. */
  SILENT,
  /** There is no memory for what would have to be kept of it. */
  NO_ROOM
}
