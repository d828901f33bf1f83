package io.weir.clouds;

import java.util.Map;

/**
 * A simulated instance as it looks from inside.
 *
 * @param id the cloud's id of it
 * @param group name of the scale set that made it; empty for none
 * @param region where it runs
 * @param zone where in the region
 * @param privateDnsName its own name in the cloud's network
 * @param privateIp its address there
 * @param type its size, in the cloud's word
 * @param imageId what it boots from
 * @param userData what it finds at first boot: bytes as they were before base64, compressed if the
 *     sender compressed them; empty for none
 * @param tags its tags or labels
 * @param metadata what its metadata service tells, by path
 */
// A class of its own would only repeat the eleven accessors; the array never leaves uncopied.
@SuppressWarnings("ArrayRecordComponent")
public record SimulatedInstance(
    String id,
    String group,
    String region,
    String zone,
    String privateDnsName,
    String privateIp,
    String type,
    String imageId,
    byte[] userData,
    Map<String, String> tags,
    Map<String, String> metadata) {
  public SimulatedInstance {
    userData = userData.clone();
    tags = Map.copyOf(tags);
    metadata = Map.copyOf(metadata);
  }

  @Override
  public byte[] userData() {
    return userData.clone();
  }
}
