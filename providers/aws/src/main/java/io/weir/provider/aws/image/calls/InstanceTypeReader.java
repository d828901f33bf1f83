package io.weir.provider.aws.image.calls;

import io.weir.provider.CloudQuery;
import io.weir.provider.ProviderException;
import io.weir.provider.QueryResult;
import io.weir.provider.aws.account.calls.Chunks;
import io.weir.provider.aws.image.ImageQuery.ArchitectureOf;
import io.weir.provider.aws.image.ImageQuery.ArchitectureResult;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.DescribeInstanceTypesRequest;
import software.amazon.awssdk.services.ec2.model.InstanceTypeInfo;

/** The processor architectures of instance types, up to a hundred in a call. */
record InstanceTypeReader(ImageCalls calls) {

  private static final int PAGE = 100;
  private static final String USUAL = "x86_64";
  private static final List<String> KNOWN = List.of(USUAL, "arm64");

  Map<CloudQuery, QueryResult> read(Collection<ArchitectureOf> queries) throws ProviderException {
    var names = queries.stream().map(ArchitectureOf::instanceType).toList();
    var found = new HashMap<String, ArchitectureResult>();
    for (List<String> some : Chunks.of(names, PAGE)) {
      found.putAll(named(some));
    }
    var answers = new HashMap<CloudQuery, QueryResult>();
    for (ArchitectureOf query : queries) {
      answers.put(
          query,
          found.getOrDefault(query.instanceType(), new ArchitectureResult(Optional.empty())));
    }
    return answers;
  }

  private Map<String, ArchitectureResult> named(List<String> types) throws ProviderException {
    var found = new HashMap<String, ArchitectureResult>();
    try {
      var request = DescribeInstanceTypesRequest.builder().instanceTypesWithStrings(types).build();
      for (InstanceTypeInfo info : calls.describeInstanceTypes(request).instanceTypes()) {
        found.put(info.instanceTypeAsString(), architecture(info));
      }
    } catch (ProviderException.Denied denied) {
      // Accounts with the upstream provider's older policies may not ask; nearly all images are
      // for this one.
      types.forEach(type -> found.put(type, new ArchitectureResult(Optional.of(USUAL))));
    } catch (ProviderException.Rejected unknownType) {
      // One name that does not exist spoils the answer for all.
      if (types.size() > 1) {
        for (String type : types) {
          found.putAll(named(List.of(type)));
        }
      }
    }
    return found;
  }

  private static ArchitectureResult architecture(InstanceTypeInfo info) {
    var processor = info.processorInfo();
    return new ArchitectureResult(
        processor == null
            ? Optional.of(USUAL)
            : processor.supportedArchitecturesAsStrings().stream()
                .filter(KNOWN::contains)
                .findFirst());
  }
}
