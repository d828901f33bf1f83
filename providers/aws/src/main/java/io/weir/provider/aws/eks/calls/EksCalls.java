package io.weir.provider.aws.eks.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.AwsService;
import io.weir.provider.aws.account.calls.SessionCalls;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eks.model.Cluster;
import software.amazon.awssdk.services.eks.model.CreateNodegroupRequest;
import software.amazon.awssdk.services.eks.model.DeleteNodegroupRequest;
import software.amazon.awssdk.services.eks.model.DescribeClusterRequest;
import software.amazon.awssdk.services.eks.model.DescribeNodegroupRequest;
import software.amazon.awssdk.services.eks.model.DescribeUpdateRequest;
import software.amazon.awssdk.services.eks.model.ListNodegroupsRequest;
import software.amazon.awssdk.services.eks.model.ListNodegroupsResponse;
import software.amazon.awssdk.services.eks.model.Nodegroup;
import software.amazon.awssdk.services.eks.model.TagResourceRequest;
import software.amazon.awssdk.services.eks.model.UntagResourceRequest;
import software.amazon.awssdk.services.eks.model.Update;
import software.amazon.awssdk.services.eks.model.UpdateNodegroupConfigRequest;
import software.amazon.awssdk.services.eks.model.UpdateNodegroupVersionRequest;

/**
 * Calls about node groups (<a
 * href="https://docs.aws.amazon.com/eks/latest/APIReference/API_Operations.html">EKS API</a>).
 */
interface EksCalls extends SessionCalls {

  /** Where they are answered. */
  AwsService<EksClient> EKS = AwsService.of(EksClient.class, EksClient::builder);

  default ListNodegroupsResponse listNodegroups(ListNodegroupsRequest request)
      throws ProviderException {
    return session().read(EKS, "ListNodegroups", EksClient::listNodegroups, request);
  }

  default Cluster describeCluster(DescribeClusterRequest request) throws ProviderException {
    return session().read(EKS, "DescribeCluster", EksClient::describeCluster, request).cluster();
  }

  default Nodegroup describeNodegroup(DescribeNodegroupRequest request) throws ProviderException {
    return session()
        .read(EKS, "DescribeNodegroup", EksClient::describeNodegroup, request)
        .nodegroup();
  }

  default Update describeUpdate(DescribeUpdateRequest request) throws ProviderException {
    return session().readOnce(EKS, "DescribeUpdate", EksClient::describeUpdate, request).update();
  }

  default Nodegroup createNodegroup(CreateNodegroupRequest request) throws ProviderException {
    return session().write(EKS, "CreateNodegroup", EksClient::createNodegroup, request).nodegroup();
  }

  default Update updateNodegroupConfig(UpdateNodegroupConfigRequest request)
      throws ProviderException {
    return session()
        .write(EKS, "UpdateNodegroupConfig", EksClient::updateNodegroupConfig, request)
        .update();
  }

  default Update updateNodegroupVersion(UpdateNodegroupVersionRequest request)
      throws ProviderException {
    return session()
        .write(EKS, "UpdateNodegroupVersion", EksClient::updateNodegroupVersion, request)
        .update();
  }

  default void deleteNodegroup(DeleteNodegroupRequest request) throws ProviderException {
    var _ = session().write(EKS, "DeleteNodegroup", EksClient::deleteNodegroup, request);
  }

  default void tagResource(TagResourceRequest request) throws ProviderException {
    var _ = session().write(EKS, "TagResource", EksClient::tagResource, request);
  }

  default void untagResource(UntagResourceRequest request) throws ProviderException {
    var _ = session().write(EKS, "UntagResource", EksClient::untagResource, request);
  }
}
