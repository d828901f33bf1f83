package io.weir.provider.aws.machinepool.calls;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers the last form of each action and answers as if it had succeeded. */
final class RecordingAws implements AutoCloseable {

  private static final Map<String, String> ANSWERS =
      Map.of(
          "CreateLaunchTemplate",
          "<launchTemplate><launchTemplateId>lt-0</launchTemplateId>"
              + "<latestVersionNumber>1</latestVersionNumber></launchTemplate>",
          "CreateAutoScalingGroup",
          "",
          "UpdateAutoScalingGroup",
          "",
          "PutLifecycleHook",
          "",
          "SuspendProcesses",
          "");

  private final Map<String, Map<String, String>> forms = new ConcurrentHashMap<>();
  private final HttpServer server;

  RecordingAws() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    server.createContext("/", this::answer);
    server.start();
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  boolean answers(String action) {
    return ANSWERS.containsKey(action);
  }

  Map<String, String> last(String action) {
    return Objects.requireNonNull(forms.get(action), "never sent: " + action);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var form = new LinkedHashMap<String, String>();
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      for (String pair : body.split("&", -1)) {
        int equals = pair.indexOf('=');
        form.put(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
      }
      String action = form.get("Action");
      forms.put(action, form);
      byte[] answer =
          "<%1$sResponse>%2$s</%1$sResponse>"
              .formatted(action, ANSWERS.getOrDefault(action, ""))
              .getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
