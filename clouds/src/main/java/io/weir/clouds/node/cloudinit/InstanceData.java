package io.weir.clouds.node.cloudinit;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What cloud-init knows about the instance, by the names that templates use: {@code ds.meta_data}
 * is the metadata service's tree, in Oracle Cloud {@code ds} itself; {@code v1} holds the
 * standardised keys, which are also visible without the prefix. Each key with a dash has an alias
 * with an underscore.
 */
public final class InstanceData {
  private final Map<String, Object> variables;
  private final String hostname;

  private InstanceData(Map<String, Object> variables, String hostname) {
    this.variables = variables;
    this.hostname = hostname;
  }

  /**
   * Instance data of an EC2 instance.
   *
   * @param metadata {@code instance-id}, {@code local-hostname}, {@code local-ipv4}, {@code
   *     instance-type}, {@code availability-zone} and {@code region}; further keys appear in {@code
   *     ds.meta_data} as they are
   */
  public static InstanceData forEc2(Map<String, String> metadata) {
    String fullName = metadata.getOrDefault("local-hostname", "");
    String zone = metadata.getOrDefault("availability-zone", "");
    String region = metadata.getOrDefault("region", "");

    var tree = new LinkedHashMap<String, Object>(metadata);
    tree.remove("availability-zone");
    tree.remove("region");
    tree.put("hostname", fullName);
    tree.put("placement", aliased(Map.of("availability-zone", zone, "region", region)));

    return of("aws", "ec2", metadata, tree);
  }

  /**
   * Instance data of a virtual machine of Azure, whose metadata tree is nearly empty beside what
   * its metadata service tells.
   *
   * @param metadata as for EC2
   */
  public static InstanceData forAzure(Map<String, String> metadata) {
    var compute = new LinkedHashMap<String, Object>();
    compute.put("location", metadata.getOrDefault("region", ""));
    compute.put("name", metadata.getOrDefault("local-hostname", ""));
    compute.put("vmSize", metadata.getOrDefault("instance-type", ""));

    var tree = new LinkedHashMap<String, Object>();
    tree.put("instance-id", metadata.getOrDefault("instance-id", ""));
    tree.put("local-hostname", metadata.getOrDefault("local-hostname", ""));
    tree.put("imds", aliased(Map.<String, Object>of("compute", aliased(compute))));
    return of("azure", "azure", metadata, tree);
  }

  /**
   * Instance data of a virtual machine of Google Compute Engine.
   *
   * @param metadata as for EC2
   */
  public static InstanceData forGce(Map<String, String> metadata) {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("instance-id", metadata.getOrDefault("instance-id", ""));
    tree.put("local-hostname", metadata.getOrDefault("local-hostname", ""));
    tree.put("availability-zone", metadata.getOrDefault("availability-zone", ""));
    return of("gce", "gce", metadata, tree);
  }

  /**
   * Instance data of an instance of Oracle Cloud: {@code ds} is what its metadata service tells of
   * the instance, without a level between.
   *
   * @param metadata as for EC2
   */
  public static InstanceData forOracle(Map<String, String> metadata) {
    var instance = new LinkedHashMap<String, Object>();
    instance.put("id", metadata.getOrDefault("instance-id", ""));
    instance.put("displayName", metadata.getOrDefault("local-hostname", ""));
    instance.put("hostname", metadata.getOrDefault("local-hostname", ""));
    instance.put("availabilityDomain", metadata.getOrDefault("availability-zone", ""));
    instance.put("canonicalRegionName", metadata.getOrDefault("region", ""));
    instance.put("shape", metadata.getOrDefault("instance-type", ""));
    return ofDatasource("oracle", "oracle", metadata, instance);
  }

  private static InstanceData of(
      String cloud, String platform, Map<String, String> metadata, Map<String, Object> tree) {
    return ofDatasource(cloud, platform, metadata, Map.of("meta_data", aliased(tree)));
  }

  private static InstanceData ofDatasource(
      String cloud, String platform, Map<String, String> metadata, Map<String, Object> datasource) {
    String fullName = metadata.getOrDefault("local-hostname", "");
    String shortName =
        fullName.contains(".") ? fullName.substring(0, fullName.indexOf('.')) : fullName;
    var standard = new LinkedHashMap<String, Object>();
    standard.put("cloud-name", cloud);
    standard.put("platform", platform);
    standard.put("instance-id", metadata.getOrDefault("instance-id", ""));
    // Standardised is the name that the machine gets, which has no domain.
    standard.put("local-hostname", shortName);
    standard.put("availability-zone", metadata.getOrDefault("availability-zone", ""));
    standard.put("region", metadata.getOrDefault("region", ""));
    Map<String, Object> v1 = aliased(standard);

    var all = new LinkedHashMap<String, Object>();
    all.put("ds", new Variables(datasource));
    all.put("v1", v1);
    all.putAll(v1);
    return new InstanceData(all, shortName);
  }

  /** The name that cloud-init gives the machine: the first label of its local host name. */
  public String hostname() {
    return hostname;
  }

  Map<String, Object> variables() {
    return variables;
  }

  private static Map<String, Object> aliased(Map<String, Object> keys) {
    var result = new LinkedHashMap<String, Object>(keys);
    keys.forEach((key, value) -> result.put(key.replace('-', '_'), value));
    return new Variables(result);
  }

  /** A map that answers for a missing key what cloud-init would print. */
  private static final class Variables extends LinkedHashMap<String, Object> {
    private static final long serialVersionUID = 1L;

    Variables(Map<String, Object> keys) {
      super(keys);
    }

    @Override
    public Object get(Object key) {
      Object value = super.get(key);
      return value == null ? new MissingVariable(String.valueOf(key)) : value;
    }
  }
}
