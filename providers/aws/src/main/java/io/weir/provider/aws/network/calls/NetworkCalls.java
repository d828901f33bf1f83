package io.weir.provider.aws.network.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.AwsService;
import io.weir.provider.aws.account.calls.SessionCalls;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.DescribeSecurityGroupsRequest;
import software.amazon.awssdk.services.ec2.model.DescribeSecurityGroupsResponse;
import software.amazon.awssdk.services.ec2.model.DescribeSubnetsRequest;
import software.amazon.awssdk.services.ec2.model.DescribeSubnetsResponse;

/** Calls about subnets and security groups. */
public interface NetworkCalls extends SessionCalls {

  /** Where they are answered. */
  AwsService<Ec2Client> EC2 = AwsService.of(Ec2Client.class, Ec2Client::builder);

  default DescribeSubnetsResponse describeSubnets(DescribeSubnetsRequest request)
      throws ProviderException {
    return session().read(EC2, "DescribeSubnets", Ec2Client::describeSubnets, request);
  }

  default DescribeSecurityGroupsResponse describeSecurityGroups(
      DescribeSecurityGroupsRequest request) throws ProviderException {
    return session()
        .read(EC2, "DescribeSecurityGroups", Ec2Client::describeSecurityGroups, request);
  }
}
