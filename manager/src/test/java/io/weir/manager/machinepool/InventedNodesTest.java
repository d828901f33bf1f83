package io.weir.manager.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.controlplane.StartRecorder;
import io.weir.kernel.harness.InventingServer;
import io.weir.kernel.harness.InventingServer.Malice;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Workload clusters of tenants who are after the memory of a manager that has little. */
@Isolated("it takes all cores")
@Tag("explore")
class InventedNodesTest {

  private static final int HOSTILE_OF_EACH_SORT = 4;
  private static final String HEAP = "-Xmx96m";

  /** Many times the heap. */
  private static final long SENT = 600_000_000;

  private final List<InventingServer> hostile = new ArrayList<>();
  private Process manager;
  private BufferedReader said;
  private BufferedWriter ask;

  @BeforeEach
  void start() throws Exception {
    for (Malice malice : Malice.values()) {
      for (int i = 0; i < HOSTILE_OF_EACH_SORT; i++) {
        hostile.add(new InventingServer(malice));
      }
    }
    StartRecorder.record("jvm of a manager with little memory");
    manager =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                HEAP,
                "-cp",
                System.getProperty("java.class.path"),
                InventedNodesMain.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    said = manager.inputReader(StandardCharsets.UTF_8);
    ask = manager.outputWriter(StandardCharsets.UTF_8);
  }

  @AfterEach
  void stop() throws Exception {
    hostile.forEach(InventingServer::close);
    manager.destroyForcibly().waitFor();
  }

  private void tell(String line) throws IOException {
    ask.write(line + "\n");
    ask.flush();
  }

  private void await(String wanted) throws IOException {
    for (String line = said.readLine(); !wanted.equals(line); line = said.readLine()) {
      if (line == null) {
        throw new IOException("the manager ended");
      }
    }
  }

  private long sent() {
    return hostile.stream().mapToLong(InventingServer::sent).sum();
  }

  @Test
  void takeNothingFromThePoolsOfOthers() throws Exception {
    for (InventingServer server : hostile) {
      tell(server.kubeconfig());
    }
    tell("");
    await("attached");

    int pools = 0;
    while (sent() < SENT || pools < 3) {
      pools++;
      tell("pool-" + pools);
      await("running pool-" + pools);
    }

    ask.close();
    List<String> end = said.lines().toList();
    System.out.printf("%d pools while %d MB were sent; %s%n", pools, sent() >> 20, end.getLast());
    assertThat(manager.waitFor()).isZero();
    assertThat(end).anyMatch(line -> line.contains("NO_ROOM") && line.contains("MiB of memory"));
  }
}
