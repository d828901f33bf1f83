package io.weir.provider.aws.image.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.AwsService;
import io.weir.provider.aws.account.calls.SessionCalls;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.DescribeImagesRequest;
import software.amazon.awssdk.services.ec2.model.DescribeImagesResponse;
import software.amazon.awssdk.services.ec2.model.DescribeInstanceTypesRequest;
import software.amazon.awssdk.services.ec2.model.DescribeInstanceTypesResponse;
import software.amazon.awssdk.services.ssm.SsmClient;
import software.amazon.awssdk.services.ssm.model.GetParameterRequest;
import software.amazon.awssdk.services.ssm.model.GetParameterResponse;

/** Calls about images and the instance types that boot them. */
public interface ImageCalls extends SessionCalls {

  /** Where they are answered. */
  AwsService<Ec2Client> EC2 = AwsService.of(Ec2Client.class, Ec2Client::builder);

  /** Where public parameters are told. */
  AwsService<SsmClient> SSM = AwsService.of(SsmClient.class, SsmClient::builder);

  default DescribeImagesResponse describeImages(DescribeImagesRequest request)
      throws ProviderException {
    return session().read(EC2, "DescribeImages", Ec2Client::describeImages, request);
  }

  /** A public parameter of AWS, such as the image that EKS recommends. */
  default GetParameterResponse getParameter(GetParameterRequest request) throws ProviderException {
    return session().read(SSM, "GetParameter", SsmClient::getParameter, request);
  }

  default DescribeInstanceTypesResponse describeInstanceTypes(DescribeInstanceTypesRequest request)
      throws ProviderException {
    return session().read(EC2, "DescribeInstanceTypes", Ec2Client::describeInstanceTypes, request);
  }
}
