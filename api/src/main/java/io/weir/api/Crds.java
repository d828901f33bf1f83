package io.weir.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The definitions of kinds that Weir ships, one YAML file each on the classpath. */
public final class Crds {

  /** By the file's URL. Definitions are asked for again and again, and YAML is slow to read. */
  private static final Map<String, byte[]> JSON = new ConcurrentHashMap<>();

  private Crds() {}

  /**
   * Cluster, MachinePool, KubeadmConfig, KubeadmConfigTemplate and MachineDrainRule; Machine,
   * MachineSet, MachineDeployment and MachineHealthCheck, which tools of Cluster API expect beside
   * them; and EKSConfig, NodeadmConfig, GKEConfig and their templates.
   */
  public static List<ApiObject> core() {
    return read(
        Crds.class,
        "/io/weir/crds/cluster.x-k8s.io_clusters.yaml",
        "/io/weir/crds/cluster.x-k8s.io_machinepools.yaml",
        "/io/weir/crds/bootstrap.cluster.x-k8s.io_kubeadmconfigs.yaml",
        "/io/weir/crds/bootstrap.cluster.x-k8s.io_kubeadmconfigtemplates.yaml",
        "/io/weir/crds/cluster.x-k8s.io_machinedrainrules.yaml",
        "/io/weir/crds/cluster.x-k8s.io_machines.yaml",
        "/io/weir/crds/cluster.x-k8s.io_machinesets.yaml",
        "/io/weir/crds/cluster.x-k8s.io_machinedeployments.yaml",
        "/io/weir/crds/cluster.x-k8s.io_machinehealthchecks.yaml",
        "/io/weir/crds/bootstrap.cluster.x-k8s.io_eksconfigs.yaml",
        "/io/weir/crds/bootstrap.cluster.x-k8s.io_eksconfigtemplates.yaml",
        "/io/weir/crds/bootstrap.cluster.x-k8s.io_nodeadmconfigs.yaml",
        "/io/weir/crds/bootstrap.cluster.x-k8s.io_nodeadmconfigtemplates.yaml",
        "/io/weir/crds/bootstrap.cluster.x-k8s.io_gkeconfigs.yaml",
        "/io/weir/crds/bootstrap.cluster.x-k8s.io_gkeconfigtemplates.yaml");
  }

  /**
   * Reads definitions from the classpath.
   *
   * @param beside class of the module that has the files
   * @param paths absolute, or relative to the class's package
   * @throws IllegalArgumentException if a file is missing
   * @throws UncheckedIOException if a file is not YAML
   */
  public static List<ApiObject> read(Class<?> beside, String... paths) {
    return Stream.of(paths).map(path -> readOne(beside, path)).toList();
  }

  private static ApiObject readOne(Class<?> beside, String path) {
    URL file = beside.getResource(path);
    if (file == null) {
      throw new IllegalArgumentException("no file " + path + " beside " + beside.getName());
    }
    byte[] json = JSON.computeIfAbsent(file.toString(), _ -> jsonOf(file));
    try {
      return new ApiObject(Json.MAPPER.readValue(json, ObjectNode.class));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }

  private static byte[] jsonOf(URL file) {
    try (InputStream yaml = file.openStream()) {
      return Json.MAPPER.writeValueAsBytes(new YAMLMapper().readTree(yaml));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
