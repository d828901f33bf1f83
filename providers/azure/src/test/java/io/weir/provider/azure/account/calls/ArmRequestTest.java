package io.weir.provider.azure.account.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArmRequestTest {

  private static final URI AZURE = URI.create("https://management.azure.com");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "subscriptions/s",
        "@evil.example/x",
        ".evil.example/x",
        ":443/x",
        "//evil.example/x",
        "/subscriptions/s/",
        "/subscriptions/s/../t",
        "/subscriptions/s/..",
        "/subscriptions/./s",
        "/subscriptions/s?x=y",
        "/subscriptions/s#x",
        "/subscriptions/%2e%2e/s",
        "/subscriptions/a b",
        "/subscriptions/a\\b",
        "/subscriptions/s\n"
      })
  void isForNothingButAPath(String path) {
    assertThatThrownBy(() -> ArmRequest.of("Resources_Get", ArmApi.RESOURCES, path))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Resources_Get: not a path of Azure Resource Manager");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/subscriptions/0b1f6471-1bf0-4dda-aec3-cb9272f09590",
        "/subscriptions/s/resourceGroups/my.group_(1)/providers/Microsoft.Compute/virtualMachineScaleSets/a-b/virtualMachines/a_1f",
        "/subscriptions/s/providers/Microsoft.Compute/locations/westeurope/publishers/cncf-upstream/artifacttypes/vmimage/offers/capi/skus/ubuntu-2204-gen1/versions"
      })
  void isForTheNamesThatAzureAllows(String path) {
    assertThat(ArmRequest.of("Resources_Get", ArmApi.RESOURCES, path).pathAndQuery())
        .isEqualTo(path + "?api-version=2021-04-01");
  }

  @ParameterizedTest
  @ValueSource(strings = {"@evil.example/x", ".evil.example/x", ":8443/x"})
  void takesNoTokenToAnotherHost(String path) {
    assertThatThrownBy(() -> new ArmDialect(AZURE).uri(new BearerToken("t"), path))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the path of a call names a host");
  }

  @Test
  void goesToTheAddressOfItsAzure() {
    assertThat(new ArmDialect(AZURE).uri(new BearerToken("t"), "/subscriptions/s?a=b"))
        .isEqualTo(URI.create("https://management.azure.com/subscriptions/s?a=b"));
  }
}
