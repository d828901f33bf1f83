package io.weir.provider.aws;

import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory;
import java.util.List;

/** Offers the AWS pool kinds to the manager. */
public final class AwsProviderFactory implements PoolProviderFactory {

  @Override
  public String cloud() {
    return "aws";
  }

  @Override
  public List<PoolProvider<?, ?>> create(Context context) {
    return List.of(new AwsMachinePoolProvider(context));
  }
}
