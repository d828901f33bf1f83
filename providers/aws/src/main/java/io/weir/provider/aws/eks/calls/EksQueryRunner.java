package io.weir.provider.aws.eks.calls;

import io.weir.provider.CloudQuery;
import io.weir.provider.ProviderException;
import io.weir.provider.QueryResult;
import io.weir.provider.aws.eks.RoleQuery;
import io.weir.provider.aws.image.ImageQuery;
import io.weir.provider.aws.image.calls.ImageReader;
import io.weir.provider.aws.network.NetworkQuery;
import io.weir.provider.aws.network.calls.NetworkReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Answers what {@link io.weir.provider.aws.eks.EksDesiredStateResolver} asks. */
public record EksQueryRunner(EksPoolCalls calls) {

  /** Answers all questions, or none. */
  public Map<CloudQuery, QueryResult> run(Collection<CloudQuery> queries) throws ProviderException {
    var answers = new HashMap<CloudQuery, QueryResult>();
    var ofImages = new ArrayList<ImageQuery>();
    for (CloudQuery query : queries) {
      switch (query) {
        case RoleQuery role -> answers.put(role, new Roles(calls).query(role));
        case NetworkQuery network -> answers.put(network, new NetworkReader(calls).read(network));
        case ImageQuery ofImage -> ofImages.add(ofImage);
        default -> throw new IllegalArgumentException("not asked of EKS: " + query);
      }
    }
    if (!ofImages.isEmpty()) {
      answers.putAll(new ImageReader(calls).read(ofImages));
    }
    return answers;
  }
}
