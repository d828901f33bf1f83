package io.weir.controlplane;

import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.Binary;
import io.weir.controlplane.pki.Kubeconfig;
import io.weir.controlplane.pki.TlsContexts;
import io.weir.controlplane.process.BackgroundTask;
import io.weir.controlplane.process.Command;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/**
 * A running kube-apiserver with its kube-controller-manager, on the loopback address. Nodes may
 * join it with bootstrap tokens. Safe for concurrent use.
 *
 * <p>What it is not: there are no nodes; unless asked for, there is no scheduler and no controller
 * of workloads; pods need no service account; the roles admin, edit and view are empty, as nothing
 * aggregates them.
 */
public final class ControlPlane implements AutoCloseable {
  /** The name of the one that {@link #start} starts. */
  public static final String DEFAULT_NAME = "default";

  private static final String ADMIN = "admin";

  private final String name;
  private final Path directory;
  private final ClusterPki pki;
  private final Etcd etcd;
  private final ApiServer api;
  private final ControllerManager controllers;
  private final Optional<Scheduler> scheduler;
  private final KubeTools kubeTools;
  private final NamespaceClient namespaceClient;
  private final AuditLog auditLog;
  private final Runnable afterClose;

  private ControlPlane(
      String name,
      Path directory,
      ClusterPki pki,
      Etcd etcd,
      ApiServer api,
      ControllerManager controllers,
      Optional<Scheduler> scheduler,
      KubeTools kubeTools,
      Runnable afterClose) {
    this.name = name;
    this.directory = directory;
    this.pki = pki;
    this.etcd = etcd;
    this.api = api;
    this.controllers = controllers;
    this.scheduler = scheduler;
    this.kubeTools = kubeTools;
    this.namespaceClient = new NamespaceClient(api.http(), api.address());
    this.auditLog = new AuditLog(api.auditLog());
    this.afterClose = afterClose;
  }

  /**
   * Starts one, with an etcd of its own; takes about three seconds. Whatever way this JVM ends, the
   * processes end with it.
   *
   * @throws StartException when a part does not start; nothing runs then
   * @throws IOException when the directory cannot be used
   */
  public static ControlPlane start(Binaries binaries, ControlPlaneOptions controlPlaneOptions)
      throws IOException, InterruptedException {
    var planes = SharedEtcdControlPlanes.start(binaries, controlPlaneOptions);
    try {
      return planes.start(DEFAULT_NAME, planes::close);
    } catch (IOException | InterruptedException | RuntimeException e) {
      planes.close();
      throw e;
    }
  }

  static ControlPlane start(
      Binaries binaries,
      ControlPlaneOptions controlPlaneOptions,
      Etcd etcd,
      String name,
      Runnable afterClose)
      throws IOException, InterruptedException {
    StartRecorder.record("control-plane " + name);
    Path directory = controlPlaneOptions.directory().resolve(name);
    ClusterPki pki = ClusterPki.loadOrCreate(directory.resolve("pki"), name);
    var api = new ApiServer(binaries, controlPlaneOptions, etcd, name, pki);
    try {
      Path admin = directory.resolve("admin.kubeconfig");
      kubeconfig(name, api, pki, ADMIN, ClusterPki.MASTERS).write(admin);
      var kubeTools = new KubeTools(binaries, admin, directory.resolve("home"));
      // While the controllers start, which takes as long.
      BackgroundTask<Boolean> joining = prepareJoining(kubeTools, api);
      var controllers = new ControllerManager(binaries, controlPlaneOptions, name, pki, api);
      try {
        boolean _ = joining.await();
        Optional<Scheduler> scheduler =
            controlPlaneOptions.workloads()
                ? Optional.of(new Scheduler(binaries, directory, name, pki, api))
                : Optional.empty();
        return new ControlPlane(
            name, directory, pki, etcd, api, controllers, scheduler, kubeTools, afterClose);
      } catch (IOException | InterruptedException | RuntimeException e) {
        controllers.close();
        throw e;
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      api.close();
      throw e;
    }
  }

  private static BackgroundTask<Boolean> prepareJoining(KubeTools kubeTools, ApiServer api) {
    return BackgroundTask.start(
        "joining",
        () -> {
          BootstrapTokenSetup.run(kubeTools, api.http(), api.address());
          return true;
        });
  }

  /** What it was started as; the cluster's name in its kubeconfigs. */
  public String name() {
    return name;
  }

  /** Where all of its files are, logs included. */
  public Path directory() {
    return directory;
  }

  /** The API server's address, the same for the whole life. */
  public URI server() {
    return api.address();
  }

  /** The certificate that the API server's is signed by. */
  public String caCertificatePem() {
    return pki.authority().ownCredential().certificatePem();
  }

  /** The kubeconfig file of the administrator, user {@code admin} of group system:masters. */
  public Path adminKubeconfig() {
    return kubeTools.kubeconfig();
  }

  /**
   * Makes a further account, told apart in the audit log.
   *
   * @param user the user's name
   * @param groups its groups; {@code system:masters} may do everything
   * @return a kubeconfig with a client certificate and its key
   */
  public String kubeconfig(String user, String... groups) {
    return kubeconfig(name, api, pki, user, groups).yaml();
  }

  /** As {@link #kubeconfig}, in a file that only its owner may read. */
  public Path kubeconfigFile(String user, String... groups) throws IOException {
    Path file = Files.createTempFile(directory, "account-", ".kubeconfig");
    return kubeconfig(name, api, pki, user, groups).write(file);
  }

  /** TLS of a client of this API server: the account of {@link #kubeconfig}. */
  public SSLContext clientTls(String user, String... groups) {
    return TlsContexts.of(
        pki.authority().ownCredential().certificate(), pki.authority().issueClient(user, groups));
  }

  /** TLS of a server on the loopback address that passes for this API server with its clients. */
  public SSLContext serverTls() {
    return TlsContexts.of(
        pki.authority().ownCredential().certificate(),
        pki.authority().issueServer("kube-apiserver"));
  }

  /** The requests that this API server has answered. */
  public AuditLog auditLog() {
    return auditLog;
  }

  /** Runs kubectl as administrator. A failure is in the result. */
  public Command.Result kubectl(String... arguments) throws IOException, InterruptedException {
    return kubeTools.run(Binary.KUBECTL, "", List.of(arguments));
  }

  /** Runs kubectl as an account for which {@link #kubeconfigFile} made a file. */
  public Command.Result kubectlAs(Path kubeconfig, String... arguments)
      throws IOException, InterruptedException {
    return kubeTools.run(
        Binary.KUBECTL,
        "",
        Stream.concat(Stream.of("--kubeconfig=" + kubeconfig), Stream.of(arguments)).toList());
  }

  /** Runs kubeadm as administrator. A failure is in the result. */
  public Command.Result kubeadm(String... arguments) throws IOException, InterruptedException {
    return kubeTools.run(Binary.KUBEADM, "", List.of(arguments));
  }

  /**
   * Creates or updates objects.
   *
   * @param yaml one or more documents
   * @throws IOException with what the API server says when it refuses
   */
  public void apply(String yaml) throws IOException, InterruptedException {
    kubeTools
        .run(Binary.KUBECTL, yaml, List.of("apply", "--server-side", "-f", "-"))
        .outputOrThrow();
  }

  /**
   * Creates or updates the objects in a file or in the files of a directory.
   *
   * @throws IOException with what the API server says when it refuses
   */
  public void applyFile(Path path) throws IOException, InterruptedException {
    kubeTools
        .run(
            Binary.KUBECTL,
            "",
            List.of("apply", "--server-side", "-f", path.toAbsolutePath().toString()))
        .outputOrThrow();
  }

  /**
   * Creates an object as an administrator, in the version that the path says.
   *
   * @param path of the collection, such as {@code /api/v1/namespaces}
   * @param json the object
   * @throws IOException when the server refuses
   */
  public void create(String path, String json) throws IOException, InterruptedException {
    String _ = api.http().post(api.address().resolve(path), json);
  }

  /**
   * Makes a namespace that nothing else uses.
   *
   * @param prefix the beginning of its name
   * @return its name
   */
  public String createNamespace(String prefix) throws IOException, InterruptedException {
    return namespaceClient.create(prefix);
  }

  /** Begins to delete a namespace; one that is gone is no failure. */
  public void deleteNamespace(String namespace) throws IOException, InterruptedException {
    namespaceClient.delete(namespace);
  }

  /** Stops the API server in good order; its data and its address stay. */
  public synchronized void stopApiServer() {
    api.process().close();
  }

  /** Ends the API server as a crash would; its data and its address stay. */
  public synchronized void killApiServer() {
    api.process().kill();
  }

  /** Starts the API server after a stop, and returns when it is ready. */
  public synchronized void startApiServer() throws IOException, InterruptedException {
    api.start();
  }

  /**
   * Starts kube-controller-manager anew, and returns when its controllers run. After an outage of
   * the API server its watches may pause for a minute.
   */
  public synchronized void restartControllers() throws IOException, InterruptedException {
    controllers.restart();
  }

  /**
   * Makes a copy of the store, in which those of all API servers of one etcd are. They go on, but
   * for requests of that moment.
   *
   * @param backup a directory that does not exist yet
   */
  public synchronized void backUpStore(Path backup) throws IOException, InterruptedException {
    etcd.backUp(backup);
  }

  /**
   * Puts a copy in the place of the store, and starts the API server anew: one that goes on running
   * shows in lists what it had before. All that was written since the copy was made is gone.
   */
  public synchronized void restoreStore(Path backup) throws IOException, InterruptedException {
    etcd.restore(backup);
    killApiServer();
    startApiServer();
  }

  /** The processes that run for it, without etcd. */
  public List<ProcessHandle> processes() {
    return Stream.concat(
            scheduler.map(Scheduler::process).stream(),
            Stream.of(controllers.process(), api.process()))
        .flatMap(process -> process.handles().stream())
        .toList();
  }

  /** Ends its processes; its files stay. Repeating this is harmless. */
  @Override
  public void close() {
    stop();
    afterClose.run();
  }

  /** Ends its own processes and nothing that it shares. */
  synchronized void stop() {
    scheduler.ifPresent(Scheduler::close);
    controllers.close();
    api.close();
  }

  private static Kubeconfig kubeconfig(
      String name, ApiServer api, ClusterPki pki, String user, String... groups) {
    return new Kubeconfig(
        name,
        api.address(),
        pki.authority().ownCredential().certificatePem(),
        user,
        pki.authority().issueClient(user, groups));
  }
}
