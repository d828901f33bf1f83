package io.weir.clouds.node.cloudinit;

import io.weir.clouds.node.host.FileSystem;
import io.weir.clouds.node.host.WrittenFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The {@code write_files} section. */
final class WriteFilesSection {
  private static final int DEFAULT_PERMISSIONS = 0644;
  private static final String DEFAULT_OWNER = "root:root";

  private WriteFilesSection() {}

  static void write(@Nullable Object section, FileSystem files, List<String> warnings) {
    if (!(section instanceof List<?> entries)) {
      if (section != null) {
        warnings.add("write_files is not a list");
      }
      return;
    }
    for (Object entry : entries) {
      if (!(entry instanceof Map<?, ?> fields) || !(fields.get("path") instanceof String path)) {
        warnings.add("write_files has an entry without a path");
        continue;
      }
      try {
        write(path, fields, files, warnings);
      } catch (IOException | IllegalArgumentException e) {
        warnings.add(
            "cannot decode the content of "
                + path
                + ", no file after it is written: "
                + e.getMessage());
        return;
      }
    }
  }

  private static void write(String path, Map<?, ?> fields, FileSystem files, List<String> warnings)
      throws IOException {
    Object content = fields.get("content");
    Encoding encoding = encoding(fields.get("encoding"), path, warnings);
    var file =
        new WrittenFile(
            decode(content == null ? "" : content, encoding),
            permissions(fields.get("permissions"), path, warnings),
            fields.get("owner") instanceof String owner ? owner : DEFAULT_OWNER);
    if (Boolean.TRUE.equals(fields.get("append"))) {
      files.append(path, file);
    } else {
      files.write(path, file);
    }
  }

  private enum Encoding {
    PLAIN,
    BASE64,
    GZIP,
    GZIP_BASE64
  }

  private static Encoding encoding(@Nullable Object value, String path, List<String> warnings) {
    String name = value == null ? "" : String.valueOf(value).toLowerCase(Locale.ROOT).strip();
    return switch (name) {
      case "", "text/plain" -> Encoding.PLAIN;
      case "b64", "base64" -> Encoding.BASE64;
      case "gz", "gzip" -> Encoding.GZIP;
      case "gz+b64", "gz+base64", "gzip+b64", "gzip+base64" -> Encoding.GZIP_BASE64;
      default -> {
        warnings.add("unknown encoding of " + path + ", assuming text/plain");
        yield Encoding.PLAIN;
      }
    };
  }

  private static byte[] decode(Object content, Encoding encoding) throws IOException {
    byte[] raw =
        content instanceof byte[] binary
            ? binary
            : String.valueOf(content).getBytes(StandardCharsets.UTF_8);
    return switch (encoding) {
      case PLAIN -> raw;
      case BASE64 -> Base64.getMimeDecoder().decode(raw);
      case GZIP -> UserData.gunzip(raw);
      case GZIP_BASE64 -> UserData.gunzip(Base64.getMimeDecoder().decode(raw));
    };
  }

  private static int permissions(@Nullable Object value, String path, List<String> warnings) {
    return switch (value) {
      case null -> DEFAULT_PERMISSIONS;
      // An unquoted 0640 is already a number, read as octal by YAML 1.1.
      case Number number -> number.intValue();
      default -> octal(String.valueOf(value), path, warnings);
    };
  }

  private static int octal(String text, String path, List<String> warnings) {
    try {
      return Integer.parseInt(text.strip().replaceFirst("^0[oO]", ""), 8);
    } catch (NumberFormatException e) {
      warnings.add("undecodable permissions of " + path + ", using the default");
      return DEFAULT_PERMISSIONS;
    }
  }
}
