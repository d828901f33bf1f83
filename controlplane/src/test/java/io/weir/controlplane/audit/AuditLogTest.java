package io.weir.controlplane.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {
  @TempDir private Path directory;
  private Path file;
  private AuditLog log;

  @BeforeEach
  void open() {
    file = directory.resolve("audit.log");
    log = new AuditLog(file);
  }

  @Test
  void aLogThatDoesNotExistYetIsEmpty() throws Exception {
    assertThat(log.since(AuditLog.beginning())).isEmpty();
  }

  @Test
  void aRequestTellsWhoAskedForWhat() throws Exception {
    append(line("1", "patch", "ResponseComplete", "alice"));

    AuditRecord request = log.since(AuditLog.beginning()).getFirst();

    assertThat(request.user()).isEqualTo("alice");
    assertThat(request.resourceType())
        .hasToString("machinepools.cluster.x-k8s.io/status")
        .isEqualTo(new AuditRecord.ResourceType("cluster.x-k8s.io", "machinepools", "status"));
    assertThat(request.namespace()).isEqualTo("ns");
    assertThat(request.name()).isEqualTo("workers");
    assertThat(request.code()).isEqualTo(200);
    assertThat(request.errorMessage()).isEmpty();
    assertThat(request.uri()).isEqualTo("/apis/x?fieldManager=y");
    assertThat(Duration.between(request.received(), request.logged())).hasMillis(250);
    assertThat(request.isWrite()).isTrue();
  }

  @Test
  void aWatchCountsOnceAndWhenItBegins() throws Exception {
    append(line("1", "watch", "ResponseStarted", "alice"));
    long atItsBeginning = log.count(AuditLog.beginning()).total();
    append(line("1", "watch", "ResponseComplete", "alice"));

    long atItsEnd = log.count(AuditLog.beginning()).total();

    assertThat(atItsBeginning).isEqualTo(1);
    assertThat(atItsEnd).isEqualTo(1);
  }

  @Test
  void countsAreByAccountVerbAndKindSinceAMark() throws Exception {
    append(line("1", "get", "ResponseComplete", "alice"));
    AuditLog.Mark mark = log.mark();
    append(line("2", "get", "ResponseComplete", "alice"));
    append(line("3", "get", "ResponseComplete", "alice"));
    append(line("4", "patch", "ResponseComplete", "bob"));

    AuditCounts counts = log.count(mark);

    assertThat(counts)
        .hasToString(
            """
                 2 alice get machinepools.cluster.x-k8s.io/status
                 1 bob patch machinepools.cluster.x-k8s.io/status
            """);
    assertThat(counts.forUser("bob").total()).isEqualTo(1);
    assertThat(counts.without(requestKey -> requestKey.verb().equals("get")).total()).isEqualTo(1);
  }

  @Test
  void halfALineWaitsForItsOtherHalf() throws Exception {
    String whole = line("1", "get", "ResponseComplete", "älice");
    append(whole.substring(0, 30));
    int atFirst = log.since(AuditLog.beginning()).size();
    append(whole.substring(30));

    var later = log.since(AuditLog.beginning());

    assertThat(atFirst).isZero();
    assertThat(later).extracting(AuditRecord::user).containsExactly("älice");
  }

  @Test
  void aDamagedLineIsCountedAndPassedOver() throws Exception {
    append("{\"kind\":\"Ev\n");
    append(line("1", "get", "ResponseComplete", "alice"));

    var requests = log.since(AuditLog.beginning());

    assertThat(requests).hasSize(1);
    assertThat(log.damagedLines()).isEqualTo(1);
  }

  @Test
  void moreThanOneChunkIsReadInOneGo() throws Exception {
    String many = line("1", "get", "ResponseComplete", "x".repeat(3_000_000));
    append(many + line("2", "get", "ResponseComplete", "alice"));

    assertThat(log.since(AuditLog.beginning())).hasSize(2);
  }

  @Test
  void whoAwaitsARequestIsWokenByIt() throws Exception {
    var waiting =
        new FutureTask<>(
            () ->
                log.await(
                    AuditLog.beginning(), r -> r.user().equals("bob"), Duration.ofSeconds(30)));
    Thread.startVirtualThread(waiting);

    append(line("1", "get", "ResponseComplete", "alice"));
    append(line("2", "get", "ResponseComplete", "bob"));

    assertThat(waiting.get()).map(AuditRecord::id).contains("2");
  }

  @Test
  void whatNeverComesIsAbsentAfterTheTimeout() throws Exception {
    assertThat(log.await(AuditLog.beginning(), _ -> true, Duration.ofMillis(1))).isEmpty();
  }

  private void append(String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static String line(String id, String verb, String stage, String user) {
    return """
    {"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"%s",\
    "stage":"%s","requestURI":"/apis/x?fieldManager=y","verb":"%s",\
    "user":{"username":"%s","groups":["g"]},"sourceIPs":["127.0.0.1"],"userAgent":"test/1",\
    "objectRef":{"resource":"machinepools","namespace":"ns","name":"workers",\
    "apiGroup":"cluster.x-k8s.io","apiVersion":"v1beta2","subresource":"status"},\
    "responseStatus":{"metadata":{},"code":200},\
    "requestReceivedTimestamp":"2026-01-01T00:00:00.000000Z",\
    "stageTimestamp":"2026-01-01T00:00:00.250000Z"}
    """
        .formatted(id, stage, verb, user);
  }
}
