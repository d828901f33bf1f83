package io.weir.bootstrap.cloudconfig;

import io.weir.api.bootstrap.KubeadmConfig;
import io.weir.api.bootstrap.User;
import java.util.List;

/**
 * What a worker's document is made from.
 *
 * @param spec commands, time service, disks, mounts, verbosity; its files and users are not read
 * @param files files in their order, secrets resolved, without those that every worker gets
 * @param users accounts in their order, secrets resolved
 * @param joinConfiguration kubeadm's document
 */
public record CloudConfig(
    KubeadmConfig.Spec spec, List<BootFile> files, List<User> users, String joinConfiguration) {

  public CloudConfig {
    files = List.copyOf(files);
    users = List.copyOf(users);
  }

  /** The join configuration holds a token. */
  @Override
  public String toString() {
    return "CloudConfig[files=%s, users=%s]".formatted(files, users);
  }
}
