package io.weir.bootstrap;

import io.weir.api.bootstrap.KubeadmConfig;
import io.weir.api.bootstrap.User;
import java.util.List;

/**
 * What a machine is to have and to run, before it is put in the form that its image reads.
 *
 * @param spec commands, time service, disks, mounts, verbosity; its files and users are not read
 * @param files files in their order, secrets resolved, without those that every worker gets
 * @param users accounts in their order, secrets resolved
 * @param joinConfiguration kubeadm's document
 */
public record BootstrapContent(
    KubeadmConfig.Spec spec,
    List<BootstrapFile> files,
    List<User> users,
    String joinConfiguration) {

  public BootstrapContent {
    files = List.copyOf(files);
    users = List.copyOf(users);
  }

  /** The join configuration holds a token. */
  @Override
  public String toString() {
    return "BootstrapContent[files=%s, users=%s]".formatted(files, users);
  }
}
