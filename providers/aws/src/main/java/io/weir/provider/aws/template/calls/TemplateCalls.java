package io.weir.provider.aws.template.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.AwsService;
import io.weir.provider.aws.account.calls.SessionCalls;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateRequest;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateResponse;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateVersionRequest;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateVersionResponse;
import software.amazon.awssdk.services.ec2.model.CreateTagsRequest;
import software.amazon.awssdk.services.ec2.model.DeleteLaunchTemplateRequest;
import software.amazon.awssdk.services.ec2.model.DeleteLaunchTemplateVersionsRequest;
import software.amazon.awssdk.services.ec2.model.DeleteLaunchTemplateVersionsResponse;
import software.amazon.awssdk.services.ec2.model.DeleteTagsRequest;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplateVersionsRequest;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplateVersionsResponse;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplatesRequest;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplatesResponse;
import software.amazon.awssdk.services.ec2.model.RunInstancesRequest;

/** Calls about launch templates. */
public interface TemplateCalls extends SessionCalls {

  /** Where they are answered. */
  AwsService<Ec2Client> EC2 = AwsService.of(Ec2Client.class, Ec2Client::builder);

  default DescribeLaunchTemplatesResponse describeTemplates(DescribeLaunchTemplatesRequest request)
      throws ProviderException {
    return session()
        .read(EC2, "DescribeLaunchTemplates", Ec2Client::describeLaunchTemplates, request);
  }

  default DescribeLaunchTemplateVersionsResponse describeTemplateVersions(
      DescribeLaunchTemplateVersionsRequest request) throws ProviderException {
    return session()
        .read(
            EC2,
            "DescribeLaunchTemplateVersions",
            Ec2Client::describeLaunchTemplateVersions,
            request);
  }

  default CreateLaunchTemplateResponse createTemplate(CreateLaunchTemplateRequest request)
      throws ProviderException {
    return session().write(EC2, "CreateLaunchTemplate", Ec2Client::createLaunchTemplate, request);
  }

  default CreateLaunchTemplateVersionResponse createTemplateVersion(
      CreateLaunchTemplateVersionRequest request) throws ProviderException {
    return session()
        .write(EC2, "CreateLaunchTemplateVersion", Ec2Client::createLaunchTemplateVersion, request);
  }

  /**
   * Asks whether instances could be launched, and launches none.
   *
   * @param request with DryRun
   * @throws ProviderException.Rejected if not, with AWS's words
   */
  default void tryLaunch(RunInstancesRequest request) throws ProviderException {
    var _ = session().readOnce(EC2, "RunInstances", LaunchAnswer::of, request);
  }

  default DeleteLaunchTemplateVersionsResponse deleteTemplateVersions(
      DeleteLaunchTemplateVersionsRequest request) throws ProviderException {
    return session()
        .write(
            EC2, "DeleteLaunchTemplateVersions", Ec2Client::deleteLaunchTemplateVersions, request);
  }

  default void deleteTemplate(DeleteLaunchTemplateRequest request) throws ProviderException {
    var _ = session().write(EC2, "DeleteLaunchTemplate", Ec2Client::deleteLaunchTemplate, request);
  }

  default void tag(CreateTagsRequest request) throws ProviderException {
    var _ = session().write(EC2, "CreateTags", Ec2Client::createTags, request);
  }

  default void untag(DeleteTagsRequest request) throws ProviderException {
    var _ = session().write(EC2, "DeleteTags", Ec2Client::deleteTags, request);
  }
}
