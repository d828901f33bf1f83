package io.weir.controlplane.binaries;

import java.util.Set;

/** A program of the control plane, in the order in which they are built. */
public enum Binary {
  /** The store of every API server. */
  ETCD("etcd", "go.etcd.io/etcd/server/v3"),
  /** The API server. */
  KUBE_APISERVER("kube-apiserver", "k8s.io/kubernetes/cmd/kube-apiserver"),
  /** Garbage collection, namespace deletion, bootstrap tokens and certificate requests. */
  KUBE_CONTROLLER_MANAGER(
      "kube-controller-manager", "k8s.io/kubernetes/cmd/kube-controller-manager"),
  /** Gives pods their nodes. */
  KUBE_SCHEDULER("kube-scheduler", "k8s.io/kubernetes/cmd/kube-scheduler"),
  /** The command line client. */
  KUBECTL("kubectl", "k8s.io/kubernetes/cmd/kubectl"),
  /** Makes what joining nodes need. */
  KUBEADM("kubeadm", "k8s.io/kubernetes/cmd/kubeadm");

  private final String fileName;
  private final String goPackage;

  Binary(String fileName, String goPackage) {
    this.fileName = fileName;
    this.goPackage = goPackage;
  }

  /** The name of its file, wherever it lies. */
  public String fileName() {
    return fileName;
  }

  /** The Go package that it is built from. */
  String goPackage() {
    return goPackage;
  }

  /** The file names of some programs, for a message. */
  static String names(Set<Binary> binaries) {
    return String.join(", ", binaries.stream().sorted().map(Binary::fileName).toList());
  }
}
