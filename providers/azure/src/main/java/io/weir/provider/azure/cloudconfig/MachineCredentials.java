package io.weir.provider.azure.cloudconfig;

/** By what machines of a pool are known to Azure, as their configuration says. */
sealed interface MachineCredentials {

  /** The identity of the machine itself. */
  record SystemAssigned() implements MachineCredentials {}

  /** An identity that the machine was given. */
  record UserAssigned(String clientId) implements MachineCredentials {}

  /**
   * The application that manages the cluster.
   *
   * @param secret its password; empty where machines do not get it
   */
  record Application(String clientId, String secret) implements MachineCredentials {
    @Override
    public String toString() {
      return "Application[" + clientId + "]";
    }
  }
}
