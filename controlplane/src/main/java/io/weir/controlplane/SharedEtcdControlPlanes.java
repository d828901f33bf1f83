package io.weir.controlplane;

import io.weir.controlplane.binaries.Binaries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Several API servers over one etcd. Each has its own prefix in it, authority, service account keys
 * and credentials: a client of one is a stranger to all others.
 */
public final class SharedEtcdControlPlanes implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SharedEtcdControlPlanes.class);

  private final Binaries binaries;
  private final ControlPlaneOptions controlPlaneOptions;
  private final Etcd etcd;
  private final Thread atExit = new Thread(this::stop, "control-plane-stop");
  private final Set<String> names = ConcurrentHashMap.newKeySet();
  private final List<ControlPlane> running = new ArrayList<>();

  private SharedEtcdControlPlanes(
      Binaries binaries, ControlPlaneOptions controlPlaneOptions, Etcd etcd) {
    this.binaries = binaries;
    this.controlPlaneOptions = controlPlaneOptions;
    this.etcd = etcd;
  }

  /**
   * Starts etcd, and no API server yet.
   *
   * @throws StartException when it does not start; nothing runs then
   * @throws IOException when the directory cannot be used
   */
  public static SharedEtcdControlPlanes start(
      Binaries binaries, ControlPlaneOptions controlPlaneOptions)
      throws IOException, InterruptedException {
    prepare(controlPlaneOptions);
    var planes =
        new SharedEtcdControlPlanes(
            binaries, controlPlaneOptions, Etcd.start(binaries, controlPlaneOptions));
    // The processes would end with the JVM in any case; this lets them end in order.
    Runtime.getRuntime().addShutdownHook(planes.atExit);
    return planes;
  }

  /**
   * Starts a further API server with its controllers.
   *
   * @param name lower case letters, digits and dashes; not "etcd", and not used before
   * @throws StartException when a part does not start; nothing of it runs then
   */
  public ControlPlane start(String name) throws IOException, InterruptedException {
    return start(name, () -> {});
  }

  ControlPlane start(String name, Runnable afterClose) throws IOException, InterruptedException {
    if (!name.matches("[a-z0-9][a-z0-9-]*") || name.equals("etcd") || !names.add(name)) {
      throw new IllegalArgumentException("not a name for a further API server: " + name);
    }
    var controlPlane = ControlPlane.start(binaries, controlPlaneOptions, etcd, name, afterClose);
    synchronized (running) {
      running.add(controlPlane);
    }
    return controlPlane;
  }

  /** The processes that run, etcd included. */
  public List<ProcessHandle> processes() {
    return Stream.concat(
            snapshot().stream().flatMap(controlPlane -> controlPlane.processes().stream()),
            etcd.process().handles().stream())
        .toList();
  }

  /** Ends all processes; the files stay. Repeating this is harmless. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException _) {
      LOG.debug("the JVM is ending, and the control planes with it");
    }
    stop();
  }

  private void stop() {
    snapshot().forEach(ControlPlane::stop);
    etcd.close();
  }

  private List<ControlPlane> snapshot() {
    synchronized (running) {
      return List.copyOf(running);
    }
  }

  private static void prepare(ControlPlaneOptions controlPlaneOptions) throws IOException {
    Path directory = controlPlaneOptions.directory();
    Files.createDirectories(directory);
    if (controlPlaneOptions.resume()) {
      return;
    }
    try (Stream<Path> files = Files.list(directory)) {
      if (files.findAny().isPresent()) {
        throw new IOException(
            "the directory for a control plane must be empty: empty "
                + directory
                + " or name another");
      }
    }
  }
}
