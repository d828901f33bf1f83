package io.weir.api.bootstrap;

import org.jspecify.annotations.Nullable;

/**
 * A file to write at first boot.
 *
 * @param path absolute path
 * @param owner {@code user:group}; absent means root
 * @param permissions octal mode such as {@code 0640}; absent means 0644
 * @param encoding how content is encoded: {@code base64}, {@code gzip} or {@code gzip+base64};
 *     absent for plain text
 * @param append whether to add to a file that exists; absent means replace
 * @param content the content; absent when it comes from a Secret
 * @param contentFormat {@code Raw} or {@code Template}; absent means Raw
 * @param contentFrom the Secret with the content; absent when it is given here
 */
public record FileEntry(
    String path,
    @Nullable String owner,
    @Nullable String permissions,
    @Nullable String encoding,
    @Nullable Boolean append,
    @Nullable String content,
    @Nullable String contentFormat,
    @Nullable SecretSource contentFrom) {

  /** The content may be secret. */
  @Override
  public String toString() {
    return "FileEntry[path=%s]".formatted(path);
  }
}
