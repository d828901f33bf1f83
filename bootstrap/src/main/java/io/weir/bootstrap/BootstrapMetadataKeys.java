package io.weir.bootstrap;

/** Label and annotation keys that bootstrap data and its tokens carry. */
public final class BootstrapMetadataKeys {

  /**
   * Label of a token's Secret in the workload cluster: UID of the Cluster object for which it was
   * made. Written with the token; selects what a manager watches and may revoke, so that two
   * management clusters in front of one workload cluster leave each other's tokens alone.
   */
  public static final String TOKEN_CLUSTER_UID = "bootstrap.weir.io/cluster-uid";

  /**
   * Label of a token's Secret in the workload cluster: namespace of the config that hands it out.
   * Written with the token; read to revoke it.
   */
  public static final String TOKEN_OWNER_NAMESPACE = "bootstrap.weir.io/owner-namespace";

  /** Label of a token's Secret in the workload cluster: name of the config that hands it out. */
  public static final String TOKEN_OWNER_NAME = "bootstrap.weir.io/owner-name";

  /**
   * Annotation of the data Secret: digest of all inputs without the token. Written with the data;
   * read by providers, for whom a change means that new machines differ in more than their token.
   */
  public static final String INPUTS_DIGEST = "bootstrap.weir.io/inputs";

  /**
   * Annotation of the data Secret: digest of all inputs with the token. Read by the controller to
   * know whether the data is up to date.
   */
  public static final String INPUTS_AND_TOKEN_DIGEST = "bootstrap.weir.io/inputs-and-token";

  /**
   * Annotation of the data Secret: Kubernetes version that the data is for, as the pool names it.
   * Written with the data; read by providers, so that no machine gets an image of one version and
   * data for another.
   */
  public static final String KUBERNETES_VERSION = "bootstrap.weir.io/kubernetes-version";

  /**
   * Annotation of the data Secret: when its token was made, RFC 3339. Read by the token policy, so
   * that a restart of the manager or a move of the objects does not make the token young again.
   */
  public static final String TOKEN_ISSUED_AT = "bootstrap.weir.io/token-issued-at";

  /**
   * Annotation of the data Secret: digest of the data itself. Read by the controller to notice that
   * somebody else has changed it.
   */
  public static final String DATA_DIGEST = "bootstrap.weir.io/data";

  /**
   * Annotation of the data Secret: size of the data in bytes, which clouds limit. Read by people.
   */
  public static final String DATA_SIZE = "bootstrap.weir.io/data-size";

  /**
   * Annotation of the data Secret: size of the data in bytes when it is compressed with gzip, which
   * is what counts where a provider compresses. Read by people.
   */
  public static final String DATA_GZIP_SIZE = "bootstrap.weir.io/data-gzip-size";

  /**
   * Annotation of the data Secret: id of the token in the config's spec that another bootstrap
   * provider has put there, and that Weir has taken over. Read so that it stays so when that token
   * is gone.
   */
  public static final String TAKEN_OVER = "bootstrap.weir.io/taken-over";

  /**
   * Annotation of the data Secret: since when no pool names the config or this Secret, RFC 3339.
   * Read so that its token goes on for a while, also over a restart of the manager.
   */
  public static final String UNUSED_SINCE = "bootstrap.weir.io/unused-since";

  /**
   * Annotation of the data Secret of an unused config: when its token was no longer kept valid, RFC
   * 3339. Read so that a later rollout of its former pool does not revive the token.
   */
  public static final String TOKEN_LEFT_AT = "bootstrap.weir.io/token-left-at";

  /**
   * Annotation of a KubeadmConfig: the version of Ignition's configuration to write, {@code 2.3},
   * which is meant where there is none, or {@code 3.4}. Written by people.
   */
  public static final String IGNITION_VERSION = "bootstrap.weir.io/ignition-version";

  private BootstrapMetadataKeys() {}
}
