package io.weir.api.bootstrap;

import io.weir.api.EmptyIfNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An account to create at first boot.
 *
 * @param name login name
 * @param gecos full name or comment
 * @param groups further groups, separated by commas
 * @param homeDir home directory
 * @param inactive whether the account is created disabled
 * @param shell login shell
 * @param passwd hashed password; absent when there is none or it comes from a Secret
 * @param passwdFrom the Secret with the hashed password
 * @param primaryGroup primary group; absent means a group of the same name
 * @param lockPassword whether logging in with a password is off; absent leaves the image's default
 * @param sudo a sudoers rule
 * @param sshAuthorizedKeys public keys that may log in
 */
public record User(
    String name,
    @Nullable String gecos,
    @Nullable String groups,
    @Nullable String homeDir,
    @Nullable Boolean inactive,
    @Nullable String shell,
    @Nullable String passwd,
    @Nullable SecretSource passwdFrom,
    @Nullable String primaryGroup,
    @Nullable Boolean lockPassword,
    @Nullable String sudo,
    List<String> sshAuthorizedKeys) {

  public User {
    sshAuthorizedKeys = EmptyIfNull.list(sshAuthorizedKeys);
  }

  /** The password hash is secret. */
  @Override
  public String toString() {
    return "User[name=%s]".formatted(name);
  }
}
