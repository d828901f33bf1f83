package io.weir.provider.aws.refresh.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.AwsService;
import io.weir.provider.aws.account.calls.SessionCalls;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.autoscaling.model.CancelInstanceRefreshRequest;
import software.amazon.awssdk.services.autoscaling.model.DescribeInstanceRefreshesRequest;
import software.amazon.awssdk.services.autoscaling.model.DescribeInstanceRefreshesResponse;
import software.amazon.awssdk.services.autoscaling.model.StartInstanceRefreshRequest;
import software.amazon.awssdk.services.autoscaling.model.StartInstanceRefreshResponse;

/** Calls about instance refreshes. */
public interface RefreshCalls extends SessionCalls {

  /** Where they are answered. */
  AwsService<AutoScalingClient> AUTO_SCALING =
      AwsService.of(AutoScalingClient.class, AutoScalingClient::builder);

  default DescribeInstanceRefreshesResponse describeRefreshes(
      DescribeInstanceRefreshesRequest request) throws ProviderException {
    return session()
        .read(
            AUTO_SCALING,
            "DescribeInstanceRefreshes",
            AutoScalingClient::describeInstanceRefreshes,
            request);
  }

  default StartInstanceRefreshResponse startRefresh(StartInstanceRefreshRequest request)
      throws ProviderException {
    return session()
        .write(
            AUTO_SCALING, "StartInstanceRefresh", AutoScalingClient::startInstanceRefresh, request);
  }

  default void cancelRefresh(CancelInstanceRefreshRequest request) throws ProviderException {
    var _ =
        session()
            .write(
                AUTO_SCALING,
                "CancelInstanceRefresh",
                AutoScalingClient::cancelInstanceRefresh,
                request);
  }
}
