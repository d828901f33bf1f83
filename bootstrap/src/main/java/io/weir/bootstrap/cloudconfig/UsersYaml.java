package io.weir.bootstrap.cloudconfig;

import io.weir.api.bootstrap.User;
import io.weir.bootstrap.yaml.YamlNode;
import io.weir.bootstrap.yaml.YamlNode.Mapping;
import io.weir.bootstrap.yaml.YamlNode.Sequence;
import java.util.List;

/** The accounts that cloud-init creates. */
final class UsersYaml {

  static Sequence of(List<User> users) {
    return new Sequence(users.stream().<YamlNode>map(UsersYaml::user).toList());
  }

  private static Mapping user(User user) {
    return Mapping.builder()
        .put("name", user.name())
        .put("passwd", user.passwd())
        .put("gecos", user.gecos())
        .put("groups", user.groups())
        .put("homedir", user.homeDir())
        // cloud-init knows a number of days here; its schema refuses a false, which says nothing.
        .put("inactive", Boolean.TRUE.equals(user.inactive()) ? Boolean.TRUE : null)
        .put("lock_passwd", user.lockPassword())
        .put("shell", user.shell())
        .put("primary_group", user.primaryGroup())
        .put("sudo", user.sudo())
        .putTexts("ssh_authorized_keys", user.sshAuthorizedKeys())
        .build();
  }

  private UsersYaml() {}
}
