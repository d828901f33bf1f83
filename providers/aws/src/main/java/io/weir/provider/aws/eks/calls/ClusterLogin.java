package io.weir.provider.aws.eks.calls;

import io.weir.provider.CloudScope;
import io.weir.provider.ClusterCredentials;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.AwsSession;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.eks.model.Cluster;

/**
 * Logs in to the API server of an EKS cluster, as {@code aws eks get-token} does: the token is a
 * signed question to STS, who signed it, which EKS sends (<a
 * href="https://github.com/kubernetes-sigs/aws-iam-authenticator#api-authorization-from-outside-a-cluster">form
 * of the token</a>).
 */
public final class ClusterLogin {

  private static final String PREFIX = "k8s-aws-v1.";

  /** Names the cluster, so that no other one accepts the token. */
  private static final String CLUSTER_HEADER = "x-k8s-aws-id";

  /** What the signature says; EKS accepts the token for longer, and a longer time in it too. */
  private static final Duration SIGNED_FOR = Duration.ofMinutes(1);

  /** EKS accepts a token for 15 minutes; clocks may differ by one. */
  private static final Duration ACCEPTED_FOR = Duration.ofMinutes(14);

  private static final String RIGHTS =
      "make an access entry of the EKS cluster for the identity of Weir (aws eks"
          + " create-access-entry), with a Kubernetes group that has the rights of workload.yaml";

  private final EksPoolCalls calls;
  private final Clock clock;

  /** A login with the identity of the calls. */
  public ClusterLogin(EksPoolCalls calls, Clock clock) {
    this.calls = calls;
    this.clock = clock;
  }

  /** Asks EKS where the cluster is, and signs a token for it. */
  public ClusterCredentials credentials(CloudScope cloudScope) throws ProviderException {
    String name = cloudScope.parentId();
    Cluster cluster = ClusterLookup.described(calls, name);
    Instant now = clock.instant();
    return new ClusterCredentials(
        cluster.endpoint(),
        ClusterLookup.caPem(cluster),
        token(calls.session(), cloudScope.region(), name),
        now.plus(ACCEPTED_FOR),
        RIGHTS);
  }

  private static String token(AwsSession session, String region, String cluster)
      throws ProviderException {
    SdkHttpRequest question =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.GET)
            .protocol("https")
            .host(stsHost(region))
            .encodedPath("/")
            .putRawQueryParameter("Action", "GetCallerIdentity")
            .putRawQueryParameter("Version", "2011-06-15")
            .putHeader(CLUSTER_HEADER, cluster)
            .build();
    String signed = session.presign(question, "sts", SIGNED_FOR).getUri().toString();
    return PREFIX
        + Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(signed.getBytes(StandardCharsets.US_ASCII));
  }

  /** EKS asks no other STS than that of its region, whatever endpoints the manager uses. */
  static String stsHost(String region) {
    return "sts." + region + "." + PartitionMetadata.of(Region.of(region)).dnsSuffix();
  }
}
