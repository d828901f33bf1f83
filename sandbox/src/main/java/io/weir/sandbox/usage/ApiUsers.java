package io.weir.sandbox.usage;

import java.util.Set;

/** The accounts of a sandbox's API server, told apart in its audit log. */
public final class ApiUsers {
  /** The manager, where the pools are: the name of the ServiceAccount of its installation. */
  public static final String MANAGER = "system:serviceaccount:weir-system:weir-manager";

  /** The manager again, where the nodes are: the account in the kubeconfig Secrets. */
  public static final String WORKLOAD = "weir-workload";

  /** The sandbox itself, which installs, applies and watches. */
  public static final String SANDBOX = "sandbox";

  /** All that the manager asks as. */
  public static final Set<String> MANAGER_USERS = Set.of(MANAGER, WORKLOAD);

  private ApiUsers() {}
}
