package io.weir.sandbox.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sends a request to a sandbox that runs in another process. */
public final class FaultClient {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int REFUSED = 400;

  private final List<Path> places;

  /**
   * A client.
   *
   * @param places the directories in which sandboxes have theirs
   */
  public FaultClient(List<Path> places) {
    this.places = List.copyOf(places);
  }

  /**
   * Brings an order and waits for its execution.
   *
   * @param name of the sandbox; empty when there is only one
   * @return what was done, in lines
   * @throws IllegalArgumentException when the order cannot be carried out, or it is not clear where
   * @throws IOException when no sandbox runs or it does not answer
   */
  public List<String> send(FaultRequest faultRequest, Optional<String> name)
      throws IOException, InterruptedException {
    FaultServerFile faultServer = choose(running(), name);
    HttpRequest request =
        HttpRequest.newBuilder(faultServer.address())
            .timeout(PATIENCE)
            .header("Authorization", "Bearer " + faultServer.token())
            .POST(
                HttpRequest.BodyPublishers.ofByteArray(
                    JSON.writerFor(FaultRequest.class).writeValueAsBytes(faultRequest)))
            .build();
    try (HttpClient http =
        HttpClient.newBuilder()
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(PATIENCE)
            .build()) {
      HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
      List<String> lines =
          JSON.readTree(response.body()).path("lines").valueStream().map(JsonNode::asText).toList();
      if (response.statusCode() == REFUSED) {
        throw new IllegalArgumentException(String.join("; ", lines));
      }
      if (response.statusCode() != 200) {
        throw new IOException(String.join("; ", lines));
      }
      return lines;
    } catch (IOException failure) {
      throw new IOException(
          "sandbox %s cannot do it: %s".formatted(faultServer.sandbox(), failure.getMessage()),
          failure);
    }
  }

  private static FaultServerFile choose(List<FaultServerFile> running, Optional<String> name)
      throws IOException {
    String names = running.stream().map(FaultServerFile::sandbox).collect(Collectors.joining(", "));
    if (running.isEmpty()) {
      throw new IOException(
          "no sandbox is running: start one with weir sandbox in another terminal");
    }
    if (name.isEmpty() && running.size() > 1) {
      throw new IllegalArgumentException(
          "several sandboxes are running (%s): choose one with --sandbox NAME".formatted(names));
    }
    return running.stream()
        .filter(faultServer -> name.isEmpty() || faultServer.sandbox().equals(name.get()))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no sandbox %s is running; these are: %s".formatted(name.orElse(""), names)));
  }

  private List<FaultServerFile> running() throws IOException {
    var running = new ArrayList<FaultServerFile>();
    for (Path place : places) {
      if (Files.isDirectory(place)) {
        try (Stream<Path> sandboxes = Files.list(place)) {
          for (Path sandbox : sandboxes.sorted().toList()) {
            FaultServerFile.read(sandbox).ifPresent(running::add);
          }
        }
      }
    }
    return running;
  }
}
