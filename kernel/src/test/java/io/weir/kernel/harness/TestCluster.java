package io.weir.kernel.harness;

import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.audit.AuditLog;
import java.net.URI;

/** An API server of tests: a real one, or one in memory that keeps the same contract. */
public interface TestCluster extends AutoCloseable {

  /** A kubeconfig of an account; {@code system:masters} may do everything. */
  String kubeconfig(String user, String... groups);

  /** Its address, the same for the whole life. */
  URI server();

  /** The certificate that the API server's is signed by. */
  String caCertificatePem();

  /** The requests that it has answered since this was first asked for, at least. */
  AuditLog auditLog();

  /** Ends the API server as a crash would; its data and its address stay. */
  void killApiServer();

  /** Starts the API server after that, and returns when it is ready. */
  void startApiServer() throws Exception;

  /** Ends one that is the test's own; one that others use too goes on. */
  @Override
  default void close() {}

  /** A real one, which others use too. */
  static TestCluster of(ControlPlane controlPlane) {
    return new RealCluster(controlPlane);
  }

  /**
   * A real one, which others use too.
   *
   * @param plane what runs
   */
  record RealCluster(ControlPlane plane) implements TestCluster {
    @Override
    public String kubeconfig(String user, String... groups) {
      return plane.kubeconfig(user, groups);
    }

    @Override
    public URI server() {
      return plane.server();
    }

    @Override
    public String caCertificatePem() {
      return plane.caCertificatePem();
    }

    @Override
    public AuditLog auditLog() {
      return plane.auditLog();
    }

    @Override
    public void killApiServer() {
      plane.killApiServer();
    }

    @Override
    public void startApiServer() throws Exception {
      plane.startApiServer();
    }
  }
}
