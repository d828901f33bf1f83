package io.weir.sandbox.manager;

import java.util.List;

/** The settings of the JVM that the manager ships with. */
public final class ManagerJvm {
  /**
   * Together below 300 MB resident at 400 pools and 1,200 Nodes: a collector without threads and
   * tables of its own, the smaller compiler only, and code and metadata bounded so that growth
   * there shows as an error and not as memory.
   */
  public static final List<String> OPTIONS =
      List.of(
          "-XX:+UseSerialGC",
          "-Xms32m",
          "-Xmx160m",
          "-Xss512k",
          "-XX:TieredStopAtLevel=1",
          "-XX:ReservedCodeCacheSize=48m",
          "-XX:MaxMetaspaceSize=128m",
          "-XX:+ExitOnOutOfMemoryError",
          "-Djava.security.egd=file:/dev/urandom");

  private ManagerJvm() {}
}
