package io.weir.clouds.aws;

import io.weir.clouds.aws.autoscaling.AutoScaling;
import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.world.Place;
import org.jspecify.annotations.Nullable;

/** The services of one account in one region. */
record Site(Place place, Ec2 ec2, AutoScaling autoScaling) {
  static Site at(Place place) {
    Ec2 ec2 = new Ec2(place);
    return new Site(place, ec2, new AutoScaling(place, ec2));
  }

  @Nullable Handler handler(boolean ofEc2, String action) {
    return (ofEc2 ? ec2.handlers() : autoScaling.handlers()).get(action);
  }
}
