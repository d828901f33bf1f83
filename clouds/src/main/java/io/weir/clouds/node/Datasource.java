package io.weir.clouds.node;

/** The clouds whose metadata services cloud-init knows apart. */
public enum Datasource {
  /** AWS. */
  EC2,
  /** Azure. */
  AZURE,
  /** Google Compute Engine. */
  GCE,
  /** Oracle Cloud Infrastructure. */
  ORACLE
}
