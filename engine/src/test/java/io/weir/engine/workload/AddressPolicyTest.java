package io.weir.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.workload.VettingResult.Refused;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressPolicyTest {

  private static Optional<Refused> refusal(AddressPolicy policy, String... addresses) {
    return policy.refusal(Stream.of(addresses).map(IpAddress::parse).toList());
  }

  @Nested
  class ByDefault {

    @ParameterizedTest
    @CsvSource({
      "127.0.0.1, a loopback address",
      "127.255.255.254, a loopback address",
      "::1, a loopback address",
      "169.254.169.254, a link-local address",
      "fe80::1, a link-local address",
      "febf:ffff::1, a link-local address",
      "0.0.0.0, an unspecified address",
      "0.1.2.3, an unspecified address",
      "::, an unspecified address",
      "224.0.0.1, a multicast address",
      "239.255.255.250, a multicast address",
      "255.255.255.255, a multicast address",
      "ff02::1, a multicast address",
      "168.63.129.16, the address of a cloud's metadata service",
      "100.100.100.200, the address of a cloud's metadata service",
      "fd00:ec2::254, the address of a cloud's metadata service"
    })
    void noServerIsWhereTheManagerItselfOrItsMachineIs(String address, String kind) {
      assertThat(refusal(AddressPolicy.DEFAULT, address).orElseThrow().message())
          .isEqualTo(
              "server is at "
                  + kind
                  + ", to which the manager does not connect; use another address, or allow this"
                  + " one with the manager's option --workload-cidr-allow");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "::ffff:7f00:1", // IPv4-mapped
          "::ffff:a9fe:a9fe",
          "::7f00:1", // IPv4-compatible
          "64:ff9b::a9fe:a9fe", // NAT64
          "64:ff9b:1::7f00:1",
          "2002:a9fe:a9fe::1" // 6to4
        })
    void noServerIsThereInAnotherForm(String address) {
      assertThat(refusal(AddressPolicy.DEFAULT, address)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "10.0.0.1",
          "172.16.0.1",
          "192.168.1.1",
          "100.64.0.1",
          "128.0.0.1",
          "1.0.0.0",
          "169.253.255.255",
          "169.255.0.0",
          "223.255.255.255",
          "fd00::1",
          "fec0::1",
          "2001:db8::1",
          "64:ff9b::a00:1",
          "2002:a00:1::1",
          "::ffff:a00:1"
        })
    void serversMayBeElsewhere(String address) {
      assertThat(refusal(AddressPolicy.DEFAULT, address)).isEmpty();
    }

    @Test
    void loopbackIsAllowedBesideAManagementClusterThatIsThereAndNothingElse() {
      AddressPolicy policy =
          AddressPolicy.of(List.of(), List.of("127.0.1.0/24")).allowingLoopback();

      assertThat(refusal(policy, "127.0.0.1")).isEmpty();
      assertThat(refusal(policy, "::1")).isEmpty();
      assertThat(refusal(policy, "127.0.1.1")).isPresent();
      assertThat(refusal(policy, "169.254.169.254")).isPresent();
    }

    @Test
    void oneAddressOfANameIsEnoughToRefuseIt() {
      assertThat(refusal(AddressPolicy.DEFAULT, "10.0.0.1", "127.0.0.1")).isPresent();
    }
  }

  @Nested
  class Options {

    @Test
    void allowWhatIsRefusedByDefaultAndNothingElse() {
      var policy = AddressPolicy.of(List.of("127.0.0.0/8", "::1/128"), List.of());

      assertThat(refusal(policy, "127.0.0.1")).isEmpty();
      assertThat(refusal(policy, "::1")).isEmpty();
      assertThat(refusal(policy, "::ffff:7f00:1")).isEmpty();
      assertThat(refusal(policy, "169.254.169.254")).isPresent();
    }

    @Test
    void thatAllowATranslatorAllowNothingBehindIt() {
      var policy = AddressPolicy.of(List.of("64:ff9b::/96"), List.of());

      assertThat(refusal(policy, "64:ff9b::a9fe:a9fe")).isPresent();
    }

    @Test
    void denyWhatIsAllowedToo() {
      var policy = AddressPolicy.of(List.of("0.0.0.0/0", "::/0"), List.of("10.0.0.0/8"));

      assertThat(refusal(policy, "127.0.0.1")).isEmpty();
      assertThat(refusal(policy, "11.0.0.1")).isEmpty();
      assertThat(refusal(policy, "64:ff9b::a00:1")).isPresent();
      assertThat(refusal(policy, "10.1.2.3").orElseThrow().message())
          .contains("--workload-cidr-deny")
          .doesNotContain("10.1.2.3");
    }

    @Test
    void mayNameOneAddressAndAnyAddressOfARange() {
      var policy = AddressPolicy.of(List.of("169.254.1.1"), List.of("10.9.9.9/8"));

      assertThat(refusal(policy, "169.254.1.1")).isEmpty();
      assertThat(refusal(policy, "169.254.1.2")).isPresent();
      assertThat(refusal(policy, "10.0.0.1")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "",
          "localhost",
          "10.0.0.0/33",
          "10.0.0/8",
          "10.0.0.256/8",
          "10.0.0.0/",
          "10.0.0.0/-1",
          "fd00::/129",
          "fd00:::/8",
          "1:2:3:4:5:6:7:8:9/64",
          "1::2::3/64",
          "-1.0.0.0/8",
          "g::/8"
        })
    void thatNameNoRangeAreRefused(String text) {
      assertThatThrownBy(() -> AddressPolicy.of(List.of(), List.of(text)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("--workload-cidr-deny: ")
          .hasMessageContaining("write one like 10.0.0.0/8");
    }
  }

  @Test
  void addressesAreReadAsTheirBytes() {
    assertThat(IpAddress.of(new byte[] {(byte) 169, (byte) 254, 1, 2}))
        .isEqualTo(IpAddress.parse("169.254.1.2"));
    byte[] bytes = new byte[16];
    bytes[0] = (byte) 0xfe;
    bytes[1] = (byte) 0x80;
    bytes[15] = 1;
    assertThat(IpAddress.of(bytes)).isEqualTo(IpAddress.parse("fe80::1"));
  }
}
