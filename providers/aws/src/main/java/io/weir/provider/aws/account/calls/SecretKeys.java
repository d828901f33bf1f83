package io.weir.provider.aws.account.calls;

import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException;
import io.weir.provider.SecretCredentials;
import io.weir.provider.SecretReader;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;

/** The keys in the Secret of an AWSClusterStaticIdentity. */
final class SecretKeys implements SessionCredentials {

  private static final String REMEDY =
      "give it AccessKeyID and SecretAccessKey, and the SessionToken of keys that have one";

  private final SecretCredentials<AwsCredentials> secret;

  SecretKeys(SecretReader secrets, CloudScope scope) {
    this.secret = new SecretCredentials<>(secrets, scope, SecretKeys::read);
  }

  private static AwsCredentials read(SecretCredentials.SecretEntries entries)
      throws ProviderException.Denied {
    String key = entries.required("AccessKeyID", REMEDY);
    String secret = entries.required("SecretAccessKey", REMEDY);
    String token = SecretReader.entry(entries.secret(), "SessionToken");
    return token.isEmpty()
        ? AwsBasicCredentials.create(key, secret)
        : AwsSessionCredentials.create(key, secret, token);
  }

  @Override
  public AwsCredentials current() throws ProviderException {
    return secret.current();
  }
}
