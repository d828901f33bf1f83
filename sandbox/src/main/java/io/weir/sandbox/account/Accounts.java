package io.weir.sandbox.account;

import java.util.Set;

/** The accounts of a sandbox's API server, told apart in its audit log. */
public final class Accounts {
  /** The manager, where the pools are. */
  public static final String MANAGER = "weir-manager";

  /** The manager again, where the nodes are: the account in the kubeconfig Secrets. */
  public static final String WORKLOAD = "weir-workload";

  /** The sandbox itself, which installs, applies and watches. */
  public static final String SANDBOX = "sandbox";

  /** All that the manager asks as. */
  public static final Set<String> OF_MANAGER = Set.of(MANAGER, WORKLOAD);

  private Accounts() {}
}
