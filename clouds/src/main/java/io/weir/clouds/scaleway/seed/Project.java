package io.weir.clouds.scaleway.seed;

/**
 * A project with a key that may do everything in it.
 *
 * @param id its id, a UUID
 * @param organizationId the organization that it belongs to, a UUID
 * @param accessKey the public half of the key
 * @param secretKey what a request carries in {@code X-Auth-Token}, a UUID
 */
public record Project(String id, String organizationId, String accessKey, String secretKey) {
  // The key opens nothing but a simulator; it is left out all the same, as it is everywhere.
  @Override
  public String toString() {
    return "Project[" + id + "]";
  }
}
