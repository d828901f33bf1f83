package io.weir.webhook.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.controlplane.StartRecorder;
import io.weir.webhook.certificate.TestCertificates;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server in a JVM with little memory, and callers in this one. */
@Tag("explore")
class HostileCallersIT {

  private static final int CONNECTIONS = 10_000;

  /** About what the heap of a manager has beside what it keeps. */
  private static final String HEAP = "-Xmx64m";

  /** When all is over: nothing of the callers is kept. */
  private static final long HEAP_AT_REST = 32L << 20;

  /** Most are answered in milliseconds; a caller gives up after ten seconds, as an API server. */
  private static final Duration SLOW = Duration.ofSeconds(1);

  private static final Duration BETWEEN = Duration.ofMillis(10);

  private static Process server;
  private static BufferedReader said;
  private static BufferedWriter ask;
  private static InetSocketAddress at;
  private static SSLContext tls;

  @BeforeAll
  static void start() throws Exception {
    StartRecorder.record("jvm of a review server");
    server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                HEAP,
                "-cp",
                System.getProperty("java.class.path"),
                ReviewServerMain.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    said = server.inputReader(StandardCharsets.UTF_8);
    ask = server.outputWriter(StandardCharsets.UTF_8);
    at = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(next("port ")));
    var authority =
        (X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(
                    new ByteArrayInputStream(Base64.getDecoder().decode(next("authority "))));
    tls = TestCertificates.clientContext(authority);
  }

  @AfterAll
  static void stop() throws Exception {
    try {
      ask.close();
      assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(server.exitValue()).isZero();
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  private static long heapInUse() throws IOException {
    ask.write("heap\n");
    ask.flush();
    return Long.parseLong(next("heap "));
  }

  /** The rest of the next line that begins so; what others log is passed over. */
  private static String next(String beginning) throws IOException {
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.startsWith(beginning)) {
        return line.substring(beginning.length());
      }
    }
    throw new IOException("the server ended");
  }

  private static String pool(String version, String padding) {
    return """
    {"apiVersion": "cluster.x-k8s.io/%s", "kind": "MachinePool",
     "metadata": {"namespace": "default", "name": "workers", "annotations": {"a": "%s"},
      "managedFields": [%s]},
     "spec": {"clusterName": "demo", "replicas": 3, "template": {"spec": {"clusterName": "demo",
      "version": "v1.35.0", "bootstrap": {"dataSecretName": "given"},
      "infrastructureRef": {"apiGroup": "infrastructure.cluster.x-k8s.io",
                            "kind": "AWSMachinePool", "name": "workers"}}}}}
    """
        .formatted(
            version,
            padding,
            IntStream.range(0, 40)
                .mapToObj(
                    i -> "{\"manager\": \"m%d\", \"fieldsV1\": {\"f:a%d\": {}}}".formatted(i, i))
                .collect(Collectors.joining(",")));
  }

  private static byte[] conversion() {
    return conversionOf(pool("v1beta2", "x".repeat(3000))).getBytes(StandardCharsets.UTF_8);
  }

  private static String conversionOf(String object) {
    return """
    {"kind": "ConversionReview", "apiVersion": "apiextensions.k8s.io/v1",
     "request": {"uid": "u", "desiredAPIVersion": "cluster.x-k8s.io/v1beta1", "objects": [%s]}}
    """
        .formatted(object);
  }

  private static byte[] admission() {
    return """
    {"kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1", "request": {"uid": "u",
     "kind": {"group": "cluster.x-k8s.io", "version": "v1beta2", "kind": "MachinePool"},
     "operation": "CREATE", "object": %s}}
    """
        .formatted(pool("v1beta2", "x".repeat(3000)))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** As an API server does, which keeps connections and opens others when it needs more. */
  private static final class HonestCaller {
    private final Callable<ReviewCaller> connect;
    private final boolean keeps;
    private ReviewCaller first;
    private final ConcurrentLinkedQueue<Duration> times = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();

    HonestCaller(Callable<ReviewCaller> connect, boolean keeps) {
      this.connect = connect;
      this.keeps = keeps;
    }

    /**
     * Before there is an attack: connections that exist, and a JVM that has compiled what it needs.
     */
    void warmUp() throws Exception {
      first = connect.call();
      for (int i = 0; i < 50; i++) {
        check(first.post("/convert?timeout=30s", conversion()), "Success");
      }
    }

    Thread start(AtomicBoolean stopped) {
      return Thread.ofPlatform().start(() -> run(stopped));
    }

    private void run(AtomicBoolean stopped) {
      byte[] conversion = conversion();
      byte[] admission = admission();
      String step = "";
      long begun = System.nanoTime();
      try {
        while (!stopped.get()) {
          begun = System.nanoTime();
          step = "a handshake";
          ReviewCaller caller = keeps ? first : connect.call();
          step = keeps ? "a request on a kept connection" : "the first request on a connection";
          check(caller.post("/convert?timeout=30s", conversion), "Success");
          times.add(Duration.ofNanos(System.nanoTime() - begun));
          begun = System.nanoTime();
          step = keeps ? "a request on a kept connection" : "the second request on a connection";
          check(
              caller.post("/validate-cluster-x-k8s-io-v1beta2-machinepool", admission),
              "\"allowed\":true");
          times.add(Duration.ofNanos(System.nanoTime() - begun));
          if (!keeps) {
            caller.close();
          }
          Thread.sleep(BETWEEN);
        }
        first.close();
      } catch (Exception failure) {
        failures.add(
            "%s: %s after %s, %d reviews before it"
                .formatted(
                    step, failure, Duration.ofNanos(System.nanoTime() - begun), times.size()));
      }
    }

    private void check(ReviewCaller.Answer answer, String expected) {
      if (answer.code() != 200 || !answer.body().contains(expected)) {
        failures.add(answer.toString());
      }
    }
  }

  @Test
  void reviewsAreAnsweredInLittleMemoryWhileOthersOpenTenThousandConnections() throws Exception {
    var stopped = new AtomicBoolean();
    Callable<ReviewCaller> connect = () -> ReviewCaller.secure(tls, at.getPort());
    var honest =
        List.of(
            new HonestCaller(connect, true),
            new HonestCaller(connect, true),
            new HonestCaller(connect, false));
    for (HonestCaller caller : honest) {
      caller.warmUp();
    }
    List<Thread> threads = honest.stream().map(caller -> caller.start(stopped)).toList();
    var hostile = new HostileCallers(tls, at, 1);
    long begun = System.nanoTime();

    hostile.run(CONNECTIONS, conversion());

    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    stopped.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
    if (server.waitFor(1, TimeUnit.SECONDS)) {
      throw new AssertionError("the server ended: " + said.lines().toList());
    }
    var times = new ArrayList<Duration>();
    honest.forEach(caller -> times.addAll(caller.times));
    times.sort(null);
    long slow = times.stream().filter(time -> time.compareTo(SLOW) > 0).count();
    long heap = heapInUse();
    System.out.printf(
        "%d reviews during %s: half within %s, 99 %% within %s, all within %s;"
            + " %d KB of heap in use; hostile connections that were let in %s, their answers %s%n",
        times.size(),
        took,
        times.get(times.size() / 2),
        times.get(times.size() * 99 / 100),
        times.getLast(),
        heap >> 10,
        hostile.letIn(),
        hostile.answers());
    // A processor that has too much else to do may not come to a handshake in its time.
    assertThat(honest)
        .flatExtracting(caller -> List.copyOf(caller.failures))
        .hasSizeLessThanOrEqualTo(times.size() / 1000);
    assertThat(times).hasSizeGreaterThan(100);
    assertThat(slow).as("reviews of more than a second").isLessThanOrEqualTo(times.size() / 20);
    assertThat(heap).isLessThan(HEAP_AT_REST);
  }

  /** One that ends for want of memory would end with the first list that has such an object. */
  @Test
  void whateverAnApiServerStoresIsConvertedInLittleMemory() throws Exception {
    URI convert = URI.create("https://127.0.0.1:" + at.getPort() + "/convert?timeout=30s");
    try (var client = HttpClient.newBuilder().sslContext(tls).build()) {
      for (var object : StorableObjects.clusters("n").entrySet()) {
        var review =
            HttpRequest.newBuilder(convert)
                .POST(BodyPublishers.ofString(conversionOf(object.getValue())))
                .build();

        String answer = client.send(review, BodyHandlers.ofString()).body();

        assertThat(answer.substring(Math.max(0, answer.length() - 100)))
            .as(object.getKey())
            .contains("Success");
      }
    }
  }
}
