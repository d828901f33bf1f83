package io.weir.provider.aws.eks.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.AwsService;
import io.weir.provider.aws.account.calls.SessionCalls;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.AttachRolePolicyRequest;
import software.amazon.awssdk.services.iam.model.CreateRoleRequest;
import software.amazon.awssdk.services.iam.model.DeleteRoleRequest;
import software.amazon.awssdk.services.iam.model.DetachRolePolicyRequest;
import software.amazon.awssdk.services.iam.model.GetRoleRequest;
import software.amazon.awssdk.services.iam.model.ListAttachedRolePoliciesRequest;
import software.amazon.awssdk.services.iam.model.ListAttachedRolePoliciesResponse;
import software.amazon.awssdk.services.iam.model.Role;
import software.amazon.awssdk.services.iam.model.TagRoleRequest;
import software.amazon.awssdk.services.iam.model.UntagRoleRequest;

/**
 * Calls about roles (<a
 * href="https://docs.aws.amazon.com/IAM/latest/APIReference/API_Operations.html">IAM API</a>).
 */
interface IamCalls extends SessionCalls {

  /** Where they are answered. */
  AwsService<IamClient> IAM = AwsService.of(IamClient.class, IamClient::builder);

  default Role getRole(GetRoleRequest request) throws ProviderException {
    return session().read(IAM, "GetRole", IamClient::getRole, request).role();
  }

  default ListAttachedRolePoliciesResponse listAttachedRolePolicies(
      ListAttachedRolePoliciesRequest request) throws ProviderException {
    return session()
        .read(IAM, "ListAttachedRolePolicies", IamClient::listAttachedRolePolicies, request);
  }

  default Role createRole(CreateRoleRequest request) throws ProviderException {
    return session().write(IAM, "CreateRole", IamClient::createRole, request).role();
  }

  default void attachRolePolicy(AttachRolePolicyRequest request) throws ProviderException {
    var _ = session().write(IAM, "AttachRolePolicy", IamClient::attachRolePolicy, request);
  }

  default void detachRolePolicy(DetachRolePolicyRequest request) throws ProviderException {
    var _ = session().write(IAM, "DetachRolePolicy", IamClient::detachRolePolicy, request);
  }

  default void deleteRole(DeleteRoleRequest request) throws ProviderException {
    var _ = session().write(IAM, "DeleteRole", IamClient::deleteRole, request);
  }

  default void tagRole(TagRoleRequest request) throws ProviderException {
    var _ = session().write(IAM, "TagRole", IamClient::tagRole, request);
  }

  default void untagRole(UntagRoleRequest request) throws ProviderException {
    var _ = session().write(IAM, "UntagRole", IamClient::untagRole, request);
  }
}
