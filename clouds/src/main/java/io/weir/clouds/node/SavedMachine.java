package io.weir.clouds.node;

/**
 * What a machine that has joined leaves on its disk, to go on from after a restart.
 *
 * @param nodeName the name of its Node
 * @param kubeletConf its kubelet's kubeconfig, with the certificate and its key: a secret
 */
public record SavedMachine(String nodeName, String kubeletConf) {
  @Override
  public String toString() {
    return "SavedMachine[" + nodeName + "]";
  }
}
