package io.weir.sandbox.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApiServerGateTest {
  private ServerSocket server;
  private ApiServerGate apiServerGate;

  @BeforeEach
  void open() throws IOException {
    server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::echo);
    apiServerGate = ApiServerGate.open(URI.create("https://127.0.0.1:" + server.getLocalPort()), 0);
  }

  @AfterEach
  void close() throws IOException {
    apiServerGate.close();
    server.close();
  }

  @Test
  void whoeverComesReachesTheServer() throws IOException {
    try (Socket guest = guest()) {
      assertThat(answer(guest)).isEqualTo(7);
    }
  }

  @Test
  void shuttingItCutsThoseInsideAndKeepsOthersOut() throws IOException {
    try (Socket inside = guest()) {
      int _ = answer(inside);

      apiServerGate.shut();

      assertThatThrownBy(() -> read(inside)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> answer(guest())).isInstanceOf(IOException.class);
    }
  }

  @Test
  void openedAgainItLetsThrough() throws IOException {
    apiServerGate.shut();
    apiServerGate.open();

    try (Socket guest = guest()) {
      assertThat(answer(guest)).isEqualTo(7);
    }
  }

  @Test
  void aPortThatAnotherProgramHasIsToldWithTheRemedy() {
    int port = server.getLocalPort();

    assertThatThrownBy(() -> ApiServerGate.open(URI.create("https://127.0.0.1:1"), port))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "port %d of 127.0.0.1 is in use by another program, and this sandbox needs it: stop that program"
                .formatted(port));
  }

  private Socket guest() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), apiServerGate.address().getPort());
  }

  private static int answer(Socket guest) throws IOException {
    guest.getOutputStream().write(7);
    return read(guest);
  }

  private static int read(Socket guest) throws IOException {
    int read = guest.getInputStream().read();
    if (read < 0) {
      throw new SocketException("closed");
    }
    return read;
  }

  private void echo() {
    while (!server.isClosed()) {
      try {
        Socket guest = server.accept();
        Thread.ofVirtual()
            .start(
                () -> {
                  try (guest) {
                    guest.getInputStream().transferTo(guest.getOutputStream());
                  } catch (IOException _) {
                    // Cut.
                  }
                });
      } catch (IOException _) {
        // Closed.
      }
    }
  }
}
