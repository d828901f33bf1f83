package io.weir.provider.aws.group.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.AwsService;
import io.weir.provider.aws.account.calls.SessionCalls;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.DescribeInstancesRequest;
import software.amazon.awssdk.services.ec2.model.DescribeInstancesResponse;

/** Calls about the machines of groups. */
public interface MachineCalls extends SessionCalls {

  /** Where they are answered. */
  AwsService<Ec2Client> MACHINES = AwsService.of(Ec2Client.class, Ec2Client::builder);

  default DescribeInstancesResponse describeInstances(DescribeInstancesRequest request)
      throws ProviderException {
    return session().read(MACHINES, "DescribeInstances", Ec2Client::describeInstances, request);
  }
}
