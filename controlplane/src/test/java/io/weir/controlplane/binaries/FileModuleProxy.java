package io.weir.controlplane.binaries;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A module proxy of one module, made of files; in place of etcd, a program that says something. */
record FileModuleProxy(Path directory) {
  private static final String MODULE = Binary.ETCD.goPackage();
  private static final String VERSION = "v3.99.0";
  private static final String MOD = "module " + MODULE + "\n\ngo 1.21\n";

  /** Serves a program that says these words. */
  void serve(String words) throws IOException {
    Path versions = Files.createDirectories(directory.resolve(MODULE).resolve("@v"));
    Files.writeString(versions.resolve(VERSION + ".info"), "{\"Version\":\"" + VERSION + "\"}");
    Files.writeString(versions.resolve(VERSION + ".mod"), MOD);
    Files.write(versions.resolve(VERSION + ".zip"), zip(files(words)));
  }

  /** A module that builds the program, and pins it. */
  static GoModule pinning(String words) {
    return new GoModule(
        "module weir.io/test\n\ngo 1.21\n\n// In place of k8s.io/kubernetes v1.2.3\nrequire %s %s\n"
            .formatted(MODULE, VERSION),
        "%1$s %2$s %3$s\n%1$s %2$s/go.mod %4$s\n"
            .formatted(MODULE, VERSION, hash(files(words)), hash(Map.of("go.mod", MOD))));
  }

  private static Map<String, String> files(String words) {
    String root = MODULE + "@" + VERSION + "/";
    return Map.of(
        root + "go.mod",
        MOD,
        root + "main.go",
        "package main\n\nfunc main() { println(\"%s\") }\n".formatted(words));
  }

  private static byte[] zip(Map<String, String> files) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      for (var file : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
    return bytes.toByteArray();
  }

  /** As Go hashes a module for go.sum. */
  private static String hash(Map<String, String> files) {
    String summary =
        new TreeMap<>(files)
            .entrySet().stream()
                .map(
                    file ->
                        HexFormat.of().formatHex(sha256(file.getValue()))
                            + "  "
                            + file.getKey()
                            + "\n")
                .collect(Collectors.joining());
    return "h1:" + Base64.getEncoder().encodeToString(sha256(summary));
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
