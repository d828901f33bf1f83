package io.weir.provider.aws.account.calls;

import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * A service of AWS, as its SDK has it; the same if its client is of the same type.
 *
 * @param type of its client
 * @param open makes a client
 */
public record AwsService<C extends SdkAutoCloseable>(Class<C> type, Opener<C> open) {

  /** Makes a client for a region, that signs with what it is given. */
  @FunctionalInterface
  interface Opener<C> {
    C open(SdkConnection connection, String region, AwsCredentialsProvider credentials);
  }

  /** The service whose clients come of such builders. */
  public static <
          B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C extends SdkAutoCloseable>
      AwsService<C> of(Class<C> type, Supplier<B> builder) {
    return new AwsService<>(
        type,
        (connection, region, credentials) ->
            connection.configured(builder.get(), region, credentials).build());
  }
}
