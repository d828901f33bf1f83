package io.weir.bootstrap.render;

import io.weir.api.bootstrap.FileEntry;
import io.weir.api.bootstrap.SecretSource;
import io.weir.api.bootstrap.User;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.BootstrapFile;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts contents into files and users: what Secrets hold, and what templates give. */
public final class ContentResolver {

  /** The API server takes 1 MiB in a Secret, and the data is to go into one. */
  static final int LONGEST = 1 << 20;

  private final Map<SecretSource.SecretKeyReference, byte[]> contents;
  private final FileTemplateRenderer templates;

  ContentResolver(
      Map<SecretSource.SecretKeyReference, byte[]> contents, FileTemplateRenderer templates) {
    this.contents = contents;
    this.templates = templates;
  }

  /**
   * For files of which none is a template.
   *
   * @param contents what {@link #requiredKeys} names, as far as it exists
   */
  public ContentResolver(Map<SecretSource.SecretKeyReference, byte[]> contents) {
    this(contents, new FileTemplateRenderer(RenderOptions.DEFAULT));
  }

  /** The keys of Secrets, in the config's namespace, that files and users are read from. */
  public static Set<SecretSource.SecretKeyReference> requiredKeys(
      List<FileEntry> files, List<User> users) {
    var needed = new LinkedHashSet<SecretSource.SecretKeyReference>();
    for (FileEntry file : files) {
      Optional.ofNullable(file.contentFrom()).map(SecretSource::secret).ifPresent(needed::add);
    }
    for (User user : users) {
      Optional.ofNullable(user.passwdFrom()).map(SecretSource::secret).ifPresent(needed::add);
    }
    return needed;
  }

  /** The first field that names the key of a Secret, for people. */
  public static String fieldOf(
      List<FileEntry> files, List<User> users, SecretSource.SecretKeyReference reference) {
    var wanted = new SecretSource(reference);
    for (int i = 0; i < files.size(); i++) {
      if (wanted.equals(files.get(i).contentFrom())) {
        return "spec.files[" + i + "].contentFrom.secret";
      }
    }
    for (int i = 0; i < users.size(); i++) {
      if (wanted.equals(users.get(i).passwdFrom())) {
        return "spec.users[" + i + "].passwdFrom.secret";
      }
    }
    return "spec";
  }

  /**
   * The files with their contents.
   *
   * @throws BootstrapDataException if a content is missing or cannot be used
   */
  public List<BootstrapFile> files(List<FileEntry> entries) {
    var files = new ArrayList<BootstrapFile>();
    int length = 0;
    for (int i = 0; i < entries.size(); i++) {
      String field = "spec.files[" + i + "]";
      BootstrapFile file = file(entries.get(i), field);
      // Counted as they come: a Secret may be named as often as there are files.
      length += file.content().length();
      if (length > LONGEST) {
        throw BootstrapDataException.invalid(
            field,
            "the files up to here are longer than %d characters together, which no Secret could hold; make them smaller, or have the machine fetch them"
                .formatted(LONGEST));
      }
      files.add(file);
    }
    return files;
  }

  private BootstrapFile file(FileEntry entry, String field) {
    SecretSource source = entry.contentFrom();
    if (source == null) {
      String content = entry.content() == null ? "" : entry.content();
      return file(entry, entry.encoding(), templates.render(entry, content, field + ".content"));
    }
    if (entry.content() != null) {
      throw BootstrapDataException.invalid(field, "has both content and contentFrom; remove one");
    }
    return file(entry, bytes(source, field + ".contentFrom.secret"), field);
  }

  private BootstrapFile file(FileEntry entry, byte[] bytes, String field) {
    Optional<String> text = text(bytes);
    if (text.isPresent()) {
      return file(
          entry,
          entry.encoding(),
          templates.renderSecret(entry, text.get(), field + ".contentFrom"));
    }
    if (FileTemplateRenderer.isTemplate(entry)) {
      throw BootstrapDataException.invalid(
          field + ".contentFrom", "the Secret's value is not UTF-8 text, which a template must be");
    }
    // Bytes that are no text can only travel as base64; the file becomes the same.
    return file(entry, base64Encoding(entry, field), Base64.getEncoder().encodeToString(bytes));
  }

  private static String base64Encoding(FileEntry entry, String field) {
    return switch (entry.encoding()) {
      case null -> "base64";
      case "" -> "base64";
      case "gzip" -> "gzip+base64";
      default ->
          throw BootstrapDataException.invalid(
              field + ".contentFrom",
              "the Secret's value is not text, as encoding %s requires; store it as base64"
                  .formatted(entry.encoding()));
    };
  }

  private static BootstrapFile file(FileEntry entry, @Nullable String encoding, String content) {
    return new BootstrapFile(
        entry.path(), entry.owner(), entry.permissions(), encoding, entry.append(), content);
  }

  /**
   * The users with their passwords.
   *
   * @throws BootstrapDataException if a password is missing or cannot be used
   */
  public List<User> users(List<User> given) {
    var users = new ArrayList<User>();
    for (int i = 0; i < given.size(); i++) {
      users.add(user(given.get(i), "spec.users[" + i + "]"));
    }
    return users;
  }

  private User user(User user, String field) {
    SecretSource source = user.passwdFrom();
    if (source == null) {
      return user;
    }
    if (user.passwd() != null) {
      throw BootstrapDataException.invalid(field, "has both passwd and passwdFrom; remove one");
    }
    String passwd =
        text(bytes(source, field + ".passwdFrom.secret"))
            .orElseThrow(
                () ->
                    BootstrapDataException.invalid(
                        field + ".passwdFrom",
                        "the Secret's value is not UTF-8 text; store a hash"));
    return new User(
        user.name(),
        user.gecos(),
        user.groups(),
        user.homeDir(),
        user.inactive(),
        user.shell(),
        passwd,
        null,
        user.primaryGroup(),
        user.lockPassword(),
        user.sudo(),
        user.sshAuthorizedKeys());
  }

  private byte[] bytes(SecretSource source, String field) {
    SecretSource.SecretKeyReference secretKeyReference = source.secret();
    byte[] found = contents.get(secretKeyReference);
    if (found == null) {
      throw BootstrapDataException.missing(
          field,
          "no key %s in a Secret %s of the config's namespace; create it"
              .formatted(secretKeyReference.key(), secretKeyReference.name()));
    }
    return found;
  }

  private static Optional<String> text(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
