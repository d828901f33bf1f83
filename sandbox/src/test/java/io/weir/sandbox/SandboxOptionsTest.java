package io.weir.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.sandbox.cloud.CloudSimulations;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.cloud.aws.AwsWorld;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;
import io.weir.sandbox.saved.SavedSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

class SandboxOptionsTest {
  private final SandboxOptions options = SandboxOptions.defaults();

  @Test
  void showingACloudRunsItBesideThoseThatRan() {
    SandboxOptions both = options.with(SandboxCloud.SCALEWAY);

    assertThat(both.cloud()).isEqualTo(SandboxCloud.SCALEWAY);
    assertThat(clouds(both)).containsExactly(SandboxCloud.SCALEWAY, SandboxCloud.AWS);
    assertThat(clouds(both.with(SandboxCloud.AWS)))
        .containsExactly(SandboxCloud.AWS, SandboxCloud.SCALEWAY);
  }

  @Test
  void theCloudsOfAllPoolsRunBesideTheOneThatIsShown() {
    SandboxOptions all =
        options
            .with(SandboxCloud.AZURE)
            .withPoolsOf(
                Manifests.example(SandboxCloud.AKS)
                    .withFirst(ExamplePools.cluster(SandboxCloud.AWS, "default")));

    assertThat(clouds(all)).containsExactly(SandboxCloud.AZURE, SandboxCloud.AWS, SandboxCloud.AKS);
  }

  @Test
  void worldsFittedToManifestsStartNoFurtherCloud() {
    AwsWorld fitted = AwsWorld.ofExample().with(AwsWorld.ofExample().seedData());

    SandboxOptions after =
        options.withFitted(List.of(fitted, CloudSimulations.of(SandboxCloud.SCALEWAY).world()));

    assertThat(after.worlds()).containsExactly(fitted);
  }

  @Test
  void aWorldIsTheSameAfterItWasSaved() {
    List<CloudWorld> worlds = options.with(SandboxCloud.SCALEWAY).worlds();

    var settings = new SavedSettings(1, 2, 3, SandboxCloud.SCALEWAY, SavedSettings.written(worlds));

    assertThat(settings.readWorlds())
        .extracting(CloudWorld::toJson)
        .containsExactlyInAnyOrderElementsOf(worlds.stream().map(CloudWorld::toJson).toList());
  }

  private static List<SandboxCloud> clouds(SandboxOptions options) {
    return options.worlds().stream().map(CloudWorld::cloud).toList();
  }
}
