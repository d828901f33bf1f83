package io.weir.controlplane.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A program that ends by itself.
 *
 * @param line the program and its arguments
 * @param environment its variables
 * @param directory its working directory
 * @param input what it reads on standard input; empty for nothing
 * @param timeout after which it is killed
 */
public record Command(
    List<String> line,
    ProcessEnvironment environment,
    Path directory,
    String input,
    Duration timeout) {

  public Command {
    line = List.copyOf(line);
  }

  /** With these variables beside this JVM's own. */
  public Command(
      List<String> line, Map<String, String> more, Path directory, String input, Duration timeout) {
    this(line, ProcessEnvironment.inheritedWith(more), directory, input, timeout);
  }

  /**
   * Runs it to its end.
   *
   * @throws IOException when it cannot be started or does not end in time
   */
  public Result run() throws IOException, InterruptedException {
    Path in = Files.createTempFile(directory, "stdin", "");
    try {
      Files.writeString(in, input);
      return run(in);
    } finally {
      Files.delete(in);
    }
  }

  private Result run(Path in) throws IOException, InterruptedException {
    // From a file, as writing to a pipe could block on a program that does not read.
    var builder = new ProcessBuilder(line).directory(directory.toFile()).redirectInput(in.toFile());
    environment.applyTo(builder);
    Process process = builder.start();
    try {
      CompletableFuture<String> out = reading(process.getInputStream());
      CompletableFuture<String> err = reading(process.getErrorStream());
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException(
            "%s did not end within %d s".formatted(program(), timeout.toSeconds()));
      }
      return new Result(program(), process.exitValue(), out.join(), err.join());
    } finally {
      process.destroyForcibly();
    }
  }

  private String program() {
    return Path.of(line.getFirst()).getFileName().toString();
  }

  private static CompletableFuture<String> reading(InputStream stream) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        Thread::startVirtualThread);
  }

  /**
   * What a program answered.
   *
   * @param program its name
   * @param exitCode 0 for success
   * @param out its standard output
   * @param err its standard error
   */
  public record Result(String program, int exitCode, String out, String err) {
    /** The standard output of a success. */
    public String outputOrThrow() throws IOException {
      if (exitCode != 0) {
        throw new IOException(
            "%s ended with code %d: %s".formatted(program, exitCode, err.strip()));
      }
      return out;
    }
  }
}
