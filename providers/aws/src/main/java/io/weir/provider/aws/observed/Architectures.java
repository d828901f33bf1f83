package io.weir.provider.aws.observed;

import io.weir.provider.Answer;
import io.weir.provider.ProviderException;
import io.weir.provider.Query;
import io.weir.provider.aws.calls.AwsCalls;
import io.weir.provider.aws.desired.AwsQuery.Architecture;
import io.weir.provider.aws.desired.AwsQuery.ArchitectureOf;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.DescribeInstanceTypesRequest;
import software.amazon.awssdk.services.ec2.model.InstanceTypeInfo;

/** The processor architectures of instance types, up to a hundred in a call. */
record Architectures(AwsCalls calls) {

  private static final int PAGE = 100;
  private static final String USUAL = "x86_64";
  private static final List<String> KNOWN = List.of(USUAL, "arm64");

  Map<Query, Answer> of(Collection<ArchitectureOf> queries) throws ProviderException {
    var names = queries.stream().map(ArchitectureOf::instanceType).toList();
    var found = new HashMap<String, Architecture>();
    for (List<String> some : Chunks.of(names, PAGE)) {
      found.putAll(named(some));
    }
    var answers = new HashMap<Query, Answer>();
    for (ArchitectureOf query : queries) {
      answers.put(
          query, found.getOrDefault(query.instanceType(), new Architecture(Optional.empty())));
    }
    return answers;
  }

  private Map<String, Architecture> named(List<String> types) throws ProviderException {
    var found = new HashMap<String, Architecture>();
    try {
      var request = DescribeInstanceTypesRequest.builder().instanceTypesWithStrings(types).build();
      for (InstanceTypeInfo info : calls.describeInstanceTypes(request).instanceTypes()) {
        found.put(info.instanceTypeAsString(), architecture(info));
      }
    } catch (ProviderException.Denied denied) {
      // Accounts with the upstream provider's older policies may not ask; nearly all images are
      // for this one.
      types.forEach(type -> found.put(type, new Architecture(Optional.of(USUAL))));
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

  private static Architecture architecture(InstanceTypeInfo info) {
    var processor = info.processorInfo();
    return new Architecture(
        processor == null
            ? Optional.of(USUAL)
            : processor.supportedArchitecturesAsStrings().stream()
                .filter(KNOWN::contains)
                .findFirst());
  }
}
