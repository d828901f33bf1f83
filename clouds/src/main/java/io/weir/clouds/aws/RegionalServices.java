package io.weir.clouds.aws;

import io.weir.clouds.aws.autoscaling.AutoScaling;
import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.wire.Handler;
import org.jspecify.annotations.Nullable;

/** The services of one account in one region. */
record RegionalServices(AccountRegion accountRegion, Ec2 ec2, AutoScaling autoScaling) {
  static RegionalServices in(AccountRegion accountRegion) {
    Ec2 ec2 = new Ec2(accountRegion);
    return new RegionalServices(accountRegion, ec2, new AutoScaling(accountRegion, ec2));
  }

  @Nullable Handler handler(boolean ofEc2, String action) {
    return (ofEc2 ? ec2.handlers() : autoScaling.handlers()).get(action);
  }
}
