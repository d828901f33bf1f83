package io.weir.provider.aws.machinepool.calls;

import io.weir.provider.CloudQuery;
import io.weir.provider.ProviderException;
import io.weir.provider.QueryResult;
import io.weir.provider.aws.image.ImageQuery;
import io.weir.provider.aws.image.calls.ImageReader;
import io.weir.provider.aws.network.NetworkQuery;
import io.weir.provider.aws.network.calls.NetworkReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Answers what {@link io.weir.provider.aws.machinepool.AwsDesiredStateResolver} asks. */
public record AwsQueryRunner(PoolCalls calls) {

  /** Answers all questions, or none. */
  public Map<CloudQuery, QueryResult> run(Collection<CloudQuery> queries) throws ProviderException {
    var answers = new HashMap<CloudQuery, QueryResult>();
    var ofImages = new ArrayList<ImageQuery>();
    for (CloudQuery query : queries) {
      switch (query) {
        case ImageQuery ofImage -> ofImages.add(ofImage);
        case NetworkQuery network -> answers.put(network, new NetworkReader(calls).read(network));
        default -> throw new IllegalArgumentException("not asked of AWS: " + query);
      }
    }
    answers.putAll(new ImageReader(calls).read(ofImages));
    return answers;
  }
}
