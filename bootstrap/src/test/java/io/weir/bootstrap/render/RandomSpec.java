package io.weir.bootstrap.render;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/** A spec with random text in every field that cloud-config has, beside what should be read. */
public final class RandomSpec {
  private final RandomGenerator random;
  private final IntFunction<String> text;
  private final ObjectNode spec = Json.MAPPER.createObjectNode();
  private final List<Map<String, Object>> files = new ArrayList<>();
  private final Map<String, Object> sections = new LinkedHashMap<>();
  private final Map<String, Object> join = new LinkedHashMap<>();
  private final Map<String, Object> node = new LinkedHashMap<>();
  private final Map<String, String> args = new LinkedHashMap<>();

  /**
   * Makes one.
   *
   * @param text makes text of up to so many pieces, never empty
   */
  public RandomSpec(RandomGenerator random, IntFunction<String> text) {
    this.random = random;
    this.text = text;
    putFiles();
    commands();
    sections.put("ntp", Map.of("servers", texts(spec.putObject("ntp").putArray("servers"))));
    user();
    disks();
    sections.put(
        "mounts",
        List.of(
            texts(spec.putArray("mounts").addArray()).stream()
                .map(field -> field.isEmpty() ? null : field)
                .toList()));
    joinConfiguration();
  }

  private String text() {
    return text.apply(8);
  }

  private List<String> texts(ArrayNode into) {
    var texts = new ArrayList<String>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      String text = text();
      texts.add(text);
      into.add(text);
    }
    return texts;
  }

  /** Puts random text under the field and what is read from it under the key. */
  private void text(ObjectNode from, String field, Map<String, Object> to, String key) {
    String text = text();
    from.put(field, text);
    to.put(key, text);
  }

  private void putFiles() {
    ArrayNode list = spec.putArray("files");
    for (int i = 0; i < 3; i++) {
      ObjectNode file = list.addObject();
      var read = new LinkedHashMap<String, Object>();
      text(file, "path", read, "path");
      text(file, "owner", read, "owner");
      text(file, "permissions", read, "permissions");
      String content = text.apply(60);
      file.put("content", content);
      read.put("content", content);
      files.add(read);
    }
  }

  private void commands() {
    sections.put("bootcmd", texts(spec.putArray("bootCommands")));
    var run = new ArrayList<Object>(texts(spec.putArray("preKubeadmCommands")));
    run.add(
        "kubeadm join --config /run/kubeadm/kubeadm-join-config.yaml  && echo success >"
            + " /run/cluster-api/bootstrap-success.complete");
    run.addAll(texts(spec.putArray("postKubeadmCommands")));
    sections.put("runcmd", run);
  }

  private void user() {
    ObjectNode user = spec.putArray("users").addObject();
    var read = new LinkedHashMap<String, Object>();
    Map.of(
            "name", "name",
            "gecos", "gecos",
            "groups", "groups",
            "homeDir", "homedir",
            "passwd", "passwd",
            "primaryGroup", "primary_group",
            "shell", "shell",
            "sudo", "sudo")
        .forEach((field, key) -> text(user, field, read, key));
    read.put("ssh_authorized_keys", texts(user.putArray("sshAuthorizedKeys")));
    sections.put("users", List.of(read));
  }

  private void disks() {
    ObjectNode disks = spec.putObject("diskSetup");
    String device = text();
    disks.putArray("partitions").addObject().put("device", device).put("layout", true);
    sections.put("disk_setup", Map.of(device, Map.of("layout", true)));
    ObjectNode filesystem = disks.putArray("filesystems").addObject();
    var read = new LinkedHashMap<String, Object>();
    Map.of(
            "label", "label",
            "filesystem", "filesystem",
            "device", "device",
            "partition", "partition",
            "replaceFS", "replace_fs")
        .forEach((field, key) -> text(filesystem, field, read, key));
    read.put("extra_opts", texts(filesystem.putArray("extraOpts")));
    sections.put("fs_setup", List.of(read));
  }

  private void joinConfiguration() {
    ObjectNode given = spec.putObject("joinConfiguration");
    text(given, "caCertPath", join, "caCertPath");
    join.put("skipPhases", texts(given.putArray("skipPhases")));
    var patches = new LinkedHashMap<String, Object>();
    text(given.putObject("patches"), "directory", patches, "directory");
    join.put("patches", patches);
    discovery(given.putObject("discovery"));
    ObjectNode registration = given.putObject("nodeRegistration");
    text(registration, "name", node, "name");
    text(registration, "criSocket", node, "criSocket");
    node.put("ignorePreflightErrors", texts(registration.putArray("ignorePreflightErrors")));
    ArrayNode list = registration.putArray("kubeletExtraArgs");
    for (int i = 0; i < 2; i++) {
      String name = i + text();
      String value = text();
      list.addObject().put("name", name).put("value", value);
      args.put(name, value);
    }
    var taint = new LinkedHashMap<String, Object>();
    ObjectNode taintGiven = registration.putArray("taints").addObject();
    text(taintGiven, "key", taint, "key");
    text(taintGiven, "value", taint, "value");
    text(taintGiven, "effect", taint, "effect");
    node.put(
        "taints",
        List.of(
            taint, Map.of("effect", "NoSchedule", "key", "node.cluster.x-k8s.io/uninitialized")));
  }

  private void discovery(ObjectNode given) {
    var token = new LinkedHashMap<String, Object>();
    ObjectNode byToken = given.putObject("bootstrapToken");
    text(byToken, "apiServerEndpoint", token, "apiServerEndpoint");
    token.put("caCertHashes", distinct(texts(byToken.putArray("caCertHashes"))));
    token.put("token", SampleInputs.TOKEN.reveal());
    var discovery = new LinkedHashMap<String, Object>();
    discovery.put("bootstrapToken", token);
    text(given, "tlsBootstrapToken", discovery, "tlsBootstrapToken");
    join.put("discovery", discovery);
  }

  private static List<String> distinct(List<String> texts) {
    return texts.stream().distinct().toList();
  }

  /** The spec. */
  public ObjectNode spec() {
    return spec;
  }

  /** What should be read of its files. */
  public List<Map<String, Object>> files() {
    return files;
  }

  /** What should be read in the other sections of the document. */
  public Map<String, Object> sections() {
    return sections;
  }

  /** What should be read, among other things, in the join configuration. */
  public Map<String, Object> join() {
    return join;
  }

  /** What should be read, among other things, of the node's registration there. */
  public Map<String, Object> node(String version) {
    var read = new LinkedHashMap<>(node);
    read.put(
        "kubeletExtraArgs",
        version.startsWith("v1.30")
            ? args
            : args.entrySet().stream()
                .map(arg -> Map.of("name", arg.getKey(), "value", arg.getValue()))
                .toList());
    return read;
  }
}
