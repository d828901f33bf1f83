package io.weir.manager.roles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.ApiObject;
import io.weir.api.FeatureGates;
import io.weir.api.admission.Admission;
import io.weir.api.conversion.Conversion;
import io.weir.engine.watch.ReconciledObjects;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory;
import io.weir.provider.aws.AwsProviderFactory;
import io.weir.provider.scaleway.ScalewayProviderFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RolesTest {

  /** A provider of somebody else's, with nothing but a name. */
  private static final class Toy implements PoolProviderFactory {
    @Override
    public String cloud() {
      return "toy";
    }

    @Override
    public List<PoolProvider<?, ?>> createProviders(ProviderContext providerContext) {
      return List.of();
    }
  }

  private static final PoolProviderFactory AWS = new AwsProviderFactory();

  private static final Roles KNOWN =
      new Roles(
          List.of(
              new Role.Core(),
              new Role.Kubeadm(),
              new Role.Eks(),
              new Role.Gke(),
              new Role.Cloud(AWS),
              new Role.Cloud(new ScalewayProviderFactory()),
              new Role.Cloud(new Toy()),
              new Role.AttachedControlPlanes("eks-attached", AWS)));

  @Nested
  class TheOption {

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            *                 | core, kubeadm, eks, gke, aws, scaleway, toy
            core              | core
            aws,core          | core, aws
            ' kubeadm , aws,' | kubeadm, aws
            *,-scaleway       | core, kubeadm, eks, gke, aws, toy
            -toy,*,-core      | kubeadm, eks, gke, aws, scaleway
            aws,-aws          | aws
            *,-aws,aws        | core, kubeadm, eks, gke, scaleway, toy
            *,eks-attached    | core, kubeadm, eks, gke, aws, scaleway, toy, eks-attached
            eks-attached,aws  | aws, eks-attached
            """)
    void isReadAsThatOfKubeControllerManager(String option, String names) {
      assertThat(KNOWN.select(option).names()).isEqualTo(names);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ibm", "core,-ibm", "*,ibm"})
    void thatNamesWhatIsNotThereIsToldWhatIs(String option) {
      assertThatThrownBy(() -> KNOWN.select(option))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageMatching(
              "--controllers names an unknown controller, \"-?ibm\": choose from core, kubeadm,"
                  + " eks, gke, aws, scaleway, toy, eks-attached");
    }

    @Test
    void thatNamesARoleWithoutTheOneThatItNeedsIsRefused() {
      assertThatThrownBy(() -> KNOWN.select("core,eks-attached"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "--controllers is \"core,eks-attached\", which selects eks-attached without aws,"
                  + " which it needs: add aws");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", "-aws", "*,-core,-kubeadm,-eks,-gke,-aws,-scaleway,-toy"})
    void thatLeavesNothingIsRefused(String option) {
      assertThatThrownBy(() -> KNOWN.select(option))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "--controllers is \"%s\", which selects no controllers: use * or any of core, kubeadm, eks, gke,"
                      .formatted(option)
                  + " aws, scaleway, toy, eks-attached");
    }
  }

  @Test
  void eachKindsWebhooksAreOfOneRoleOnly() {
    var seen = new HashSet<String>();
    for (Role role : KNOWN.on()) {
      for (Conversion conversion : role.conversions()) {
        assertThat(seen.add("conversion of " + conversion.kind())).isTrue();
      }
      for (Admission admission : role.admissions(FeatureGates.DEFAULT, ReconciledObjects.ALL)) {
        assertThat(seen.add("admission of " + admission.kind())).isTrue();
      }
    }

    assertThat(seen)
        .hasSize(
            KNOWN.conversions().size()
                + KNOWN.admissions(FeatureGates.DEFAULT, ReconciledObjects.ALL).size());
  }

  @Test
  void theKindsOfARoleAreItsOwn() {
    assertThat(crds("core"))
        .containsExactlyInAnyOrder(
            "clusters.cluster.x-k8s.io",
            "machinepools.cluster.x-k8s.io",
            "machinedrainrules.cluster.x-k8s.io",
            "machines.cluster.x-k8s.io",
            "machinesets.cluster.x-k8s.io",
            "machinedeployments.cluster.x-k8s.io",
            "machinehealthchecks.cluster.x-k8s.io");
    assertThat(crds("kubeadm"))
        .containsExactlyInAnyOrder(
            "kubeadmconfigs.bootstrap.cluster.x-k8s.io",
            "kubeadmconfigtemplates.bootstrap.cluster.x-k8s.io");
    assertThat(crds("eks"))
        .containsExactlyInAnyOrder(
            "eksconfigs.bootstrap.cluster.x-k8s.io",
            "eksconfigtemplates.bootstrap.cluster.x-k8s.io",
            "nodeadmconfigs.bootstrap.cluster.x-k8s.io",
            "nodeadmconfigtemplates.bootstrap.cluster.x-k8s.io");
    assertThat(crds("gke"))
        .containsExactlyInAnyOrder(
            "gkeconfigs.bootstrap.cluster.x-k8s.io",
            "gkeconfigtemplates.bootstrap.cluster.x-k8s.io");
    assertThat(crds("aws")).allMatch(name -> name.startsWith("aws"));
    assertThat(crds("toy")).isEmpty();
    assertThat(KNOWN.select("kubeadm").clouds()).isEmpty();
  }

  private static Set<String> crds(String option) {
    return KNOWN.select(option).crds().stream().map(ApiObject::name).collect(Collectors.toSet());
  }
}
