package io.weir.clouds.aws.seed;

/**
 * Credentials and whom they belong to.
 *
 * @param accessKey the public half
 * @param secretKey the secret half; simulated, so no secret
 * @param id twelve digits
 */
public record Account(String accessKey, String secretKey, String id) {
  @Override
  public String toString() {
    return "Account[" + id + "]";
  }
}
