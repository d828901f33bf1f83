package io.weir.clouds.node.cloudcontroller;

/**
 * An instance as its cloud describes it.
 *
 * @param providerId the Node's providerID, such as {@code aws:///eu-west-1a/i-0123}
 * @param zone its availability zone
 * @param region its region
 * @param instanceType its size in the cloud's words
 * @param address its address in the cloud's network
 */
public record CloudInstance(
    String providerId, String zone, String region, String instanceType, String address) {

  /** An instance of AWS. */
  public static CloudInstance aws(
      String instanceId, String zone, String region, String instanceType, String address) {
    return new CloudInstance(
        "aws:///" + zone + "/" + instanceId, zone, region, instanceType, address);
  }
}
