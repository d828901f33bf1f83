package io.weir.provider.azure.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GeneratedValuesTest {

  private final GeneratedValues values = GeneratedValues.random();

  @Test
  void oneKeyIsSoughtForAllPools() {
    String key = values.sshPublicKeys().get();

    assertThat(SshPublicKey.isValid(key)).isTrue();
    assertThat(GeneratedValues.random().sshPublicKeys().get()).isEqualTo(key);
  }

  @Test
  void aRoleAssignmentHasANameOfItsOwn() {
    assertThat(values.roleAssignmentNames().get()).isNotEqualTo(values.roleAssignmentNames().get());
  }
}
