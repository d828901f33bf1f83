package io.weir.clouds.node.ignition;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.node.cloudinit.UserData;
import io.weir.clouds.node.host.FileSystem;
import io.weir.clouds.node.host.WrittenFile;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;

/** The files of a configuration. */
final class IgnitionFileWriter {
  private static final int READABLE = 0644;
  private static final String ROOT = "root";

  private IgnitionFileWriter() {}

  static void write(JsonNode list, int major, FileSystem files)
      throws IgnitionException, IOException {
    var paths = new HashSet<String>();
    for (JsonNode file : list) {
      String path = file.path("path").asText("");
      if (!path.startsWith("/")) {
        throw new IgnitionException("path not absolute");
      }
      if (major == 2) {
        writeAs2(file, path, files);
      } else if (paths.add(path)) {
        writeAs3(file, path, files);
      } else {
        throw new IgnitionException("duplicate entry defined: " + path);
      }
    }
  }

  private static void writeAs2(JsonNode file, String path, FileSystem files)
      throws IgnitionException, IOException {
    if (!file.path("filesystem").asText("").equals(ROOT)) {
      throw new IgnitionException("no filesystem specified for " + path);
    }
    boolean append = file.path("append").asBoolean();
    boolean keep = file.path("overwrite").isBoolean() && !file.path("overwrite").asBoolean();
    if (keep && !append && files.read(path).isPresent()) {
      throw new IgnitionException("something else exists at " + path);
    }
    // What is not appended has no permissions at all unless they are told.
    var written = file(file, file.path("contents"), append ? READABLE : 0);
    if (append) {
      files.append(path, written);
    } else {
      files.write(path, written);
    }
  }

  private static void writeAs3(JsonNode file, String path, FileSystem files)
      throws IgnitionException, IOException {
    if (file.has("contents")) {
      if (files.read(path).isPresent() && !file.path("overwrite").asBoolean()) {
        throw new IgnitionException("something else exists at " + path);
      }
      files.write(path, file(file, file.path("contents"), READABLE));
    }
    for (JsonNode part : file.path("append")) {
      files.append(path, file(file, part, READABLE));
    }
  }

  private static WrittenFile file(JsonNode file, JsonNode contents, int defaultMode)
      throws IgnitionException, IOException {
    String user = file.at("/user/name").asText(ROOT);
    String group = file.at("/group/name").asText(ROOT);
    return new WrittenFile(
        content(contents), file.path("mode").asInt(defaultMode), user + ":" + group);
  }

  private static byte[] content(JsonNode contents) throws IgnitionException, IOException {
    byte[] raw = decoded(contents.path("source").asText(""));
    return contents.path("compression").asText("").equals("gzip") ? UserData.gunzip(raw) : raw;
  }

  private static byte[] decoded(String source) throws IgnitionException {
    int comma = source.indexOf(',');
    if (source.isEmpty()) {
      return new byte[0];
    }
    if (!source.startsWith("data:") || comma < 0) {
      throw new IgnitionException("a source cannot be fetched: this machine has no way out");
    }
    String data = source.substring(comma + 1);
    try {
      return source.substring(0, comma).endsWith(";base64")
          ? Base64.getDecoder().decode(data)
          // A plus stands for itself in a data URL.
          : URLDecoder.decode(data.replace("+", "%2B"), StandardCharsets.UTF_8)
              .getBytes(StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new IgnitionException("a data URL cannot be decoded");
    }
  }
}
