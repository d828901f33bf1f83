package io.weir.bootstrap.kubeadm;

import io.weir.api.MetadataKeys;
import io.weir.api.bootstrap.JoinConfiguration.Arg;
import io.weir.api.bootstrap.JoinConfiguration.NodeRegistration;
import io.weir.api.bootstrap.JoinConfiguration.Taint;
import io.weir.bootstrap.yaml.YamlNode;
import io.weir.bootstrap.yaml.YamlNode.Mapping;
import io.weir.bootstrap.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The part of a JoinConfiguration that says how the node presents itself. */
final class NodeRegistrationYaml {

  /**
   * Keeps pods away until the pool's controller has seen the Node and labelled it; it takes the
   * taint off again. A contract of Cluster API for workers.
   */
  private static final Taint UNINITIALIZED =
      new Taint(MetadataKeys.UNINITIALIZED_TAINT, null, "NoSchedule", null);

  static Mapping of(NodeRegistration node, KubeadmApiVersion version) {
    boolean serial = version == KubeadmApiVersion.V1BETA4;
    return Mapping.builder()
        .put("criSocket", node.criSocket())
        .putTexts("ignorePreflightErrors", node.ignorePreflightErrors())
        .put("imagePullPolicy", node.imagePullPolicy())
        .put("imagePullSerial", serial ? node.imagePullSerial() : null)
        .put("kubeletExtraArgs", args(node.kubeletExtraArgs(), version))
        .put("name", node.name())
        .put("taints", taints(node.taints()))
        .build();
  }

  private static @Nullable YamlNode args(List<Arg> args, KubeadmApiVersion version) {
    if (args.isEmpty()) {
      return null;
    }
    return switch (version) {
      case V1BETA3 -> argMap(args);
      case V1BETA4 -> argList(args);
    };
  }

  /** A flag given twice has its last value, as on a command line. */
  private static Mapping argMap(List<Arg> args) {
    var last = new TreeMap<String, String>();
    args.forEach(arg -> last.put(arg.name(), arg.value()));
    var map = Mapping.builder();
    last.forEach(map::put);
    return map.build();
  }

  private static Sequence argList(List<Arg> args) {
    return new Sequence(
        args.stream()
            .<YamlNode>map(
                arg -> Mapping.builder().put("name", arg.name()).put("value", arg.value()).build())
            .toList());
  }

  private static Sequence taints(@Nullable List<Taint> given) {
    var taints = new ArrayList<Taint>(given == null ? List.of() : given);
    if (taints.stream().noneMatch(NodeRegistrationYaml::isUninitialized)) {
      taints.add(UNINITIALIZED);
    }
    return new Sequence(taints.stream().<YamlNode>map(NodeRegistrationYaml::taint).toList());
  }

  private static boolean isUninitialized(Taint taint) {
    return taint.key().equals(UNINITIALIZED.key()) && taint.effect().equals(UNINITIALIZED.effect());
  }

  private static Mapping taint(Taint taint) {
    return Mapping.builder()
        .put("effect", taint.effect())
        .put("key", taint.key())
        .put("timeAdded", taint.timeAdded())
        .put("value", taint.value())
        .build();
  }

  private NodeRegistrationYaml() {}
}
