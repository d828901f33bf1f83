package io.weir.provider.aws.eks.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.ec2.model.Subnet;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.eks.model.Cluster;
import software.amazon.awssdk.services.eks.model.IpFamily;
import software.amazon.awssdk.services.eks.model.KubernetesNetworkConfigResponse;

class ClusterLookupTest {

  private static final String ROLE = "sigs.k8s.io/cluster-api-provider-aws/role";
  private static final String ELB = "kubernetes.io/role/elb=1";
  private static final String INTERNAL = "kubernetes.io/role/internal-elb=";

  @ParameterizedTest
  @CsvSource({
    "false, '',                                        false",
    "true,  '',                                        true",
    "true,  'Name=a',                                  true",
    "false, '" + ELB + "',                             true",
    "true,  '" + INTERNAL + "',                        false",
    "true,  '" + ELB + ";" + INTERNAL + "',            true",
    "false, '" + ELB + ";" + INTERNAL + "',            false",
    "false, '" + ROLE + "=public',                     true",
    "true,  '" + ROLE + "=private',                    false",
    "true,  '" + ROLE + "=private;" + ELB + "',        false",
    "false, '" + ROLE + "=public;" + INTERNAL + "',    true",
    "false, '" + ROLE + "=common;" + ELB + "',         true"
  })
  void aSubnetIsPublicAsItsTagsSayAndWithoutThoseAsItsAddressesDo(
      boolean publicAddresses, String tags, boolean isPublic) {
    List<Tag> written =
        Arrays.stream(tags.split(";", -1))
            .filter(tag -> !tag.isEmpty())
            .map(tag -> tag.split("=", 2))
            .map(tag -> Tag.builder().key(tag[0]).value(tag[1]).build())
            .toList();

    assertThat(
            ClusterLookup.isPublic(
                Subnet.builder().mapPublicIpOnLaunch(publicAddresses).tags(written).build()))
        .isEqualTo(isPublic);
  }

  @Test
  void servicesAreWhereTheFamilyOfTheClusterHasThem() {
    assertThat(ClusterLookup.serviceCidr(Cluster.builder().build())).isEmpty();
    assertThat(serviceCidr(network -> network.serviceIpv4Cidr("10.100.0.0/16")))
        .hasValue("10.100.0.0/16");
    assertThat(
            serviceCidr(
                network ->
                    network
                        .ipFamily(IpFamily.IPV6)
                        .serviceIpv4Cidr("172.20.0.0/16")
                        .serviceIpv6Cidr("fd12::/108")))
        .hasValue("fd12::/108");
  }

  private static Optional<String> serviceCidr(
      Consumer<KubernetesNetworkConfigResponse.Builder> network) {
    return ClusterLookup.serviceCidr(Cluster.builder().kubernetesNetworkConfig(network).build());
  }
}
