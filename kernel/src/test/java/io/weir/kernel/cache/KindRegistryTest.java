package io.weir.kernel.cache;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.kernel.kube.Resource;
import java.util.ArrayList;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KindRegistryTest {

  private static final GroupKind WIDGET = new GroupKind("test.weir.io", "Widget");
  private static final String STORED = "'served':false,'storage':true";
  private static final String SERVED = "'served':true,'storage':false";
  private static final String BOTH = "'served':true,'storage':true";

  private final KindRegistry kindRegistry = new KindRegistry();

  private static ApiObject crd(String versions) throws Exception {
    return crd("widgets", "True", versions);
  }

  private static ApiObject crd(String plural, String established, String versions)
      throws Exception {
    String text =
        """
        {'apiVersion':'apiextensions.k8s.io/v1','kind':'CustomResourceDefinition',
         'metadata':{'name':'%1$s.test.weir.io'},
         'spec':{'group':'test.weir.io','scope':'Namespaced',
           'names':{'kind':'Widget','plural':'%1$s'},'versions':[%3$s]},
         'status':{'conditions':[{'type':'Established','status':'%2$s'}]}}\
        """
            .formatted(plural, established, versions);
    return new ApiObject((ObjectNode) Json.MAPPER.readTree(text.replace('\'', '"')));
  }

  private static String version(String name, String how) {
    return "{'name':'" + name + "'," + how + "}";
  }

  @Test
  void aCrdThatIsNotEstablishedOrBeingDeletedIsInTroubleAndOnlyItsEndIsTheEndOfTheKind()
      throws Exception {
    var reported = new ArrayList<Optional<KindAvailability>>();
    kindRegistry.subscribe((kind, offer) -> reported.add(offer));
    ApiObject sound = crd(version("v1", BOTH));
    ApiObject shaken = crd("widgets", "False", version("v1", BOTH));
    ObjectNode marked = sound.copyTree();
    marked.withObject("/metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z");
    var ending = new ApiObject(marked);

    kindRegistry.onCrdChange(new Change.Added(sound));
    kindRegistry.onCrdChange(new Change.Updated(sound, shaken));
    assertThat(kindRegistry.find(WIDGET)).isEmpty();
    kindRegistry.onCrdChange(new Change.Updated(shaken, ending));
    assertThat(kindRegistry.find(WIDGET)).isPresent();
    kindRegistry.onCrdChange(new Change.Deleted(ending));

    assertThat(reported)
        .extracting(offer -> offer.map(KindAvailability::problem).orElse("gone"))
        .containsExactly(
            "",
            "its CRD widgets.test.weir.io is not established",
            "its CRD widgets.test.weir.io is being deleted",
            "gone");
  }

  @Test
  void aCrdThatClaimsTheKindOfAnotherDoesNotTakeItAway() throws Exception {
    ApiObject rival = crd("rivals", "False", version("v2", BOTH));
    kindRegistry.onCrdChange(new Change.Added(crd(version("v1", BOTH))));

    kindRegistry.onCrdChange(new Change.Added(rival));
    assertThat(kindRegistry.find(WIDGET)).map(Resource::version).hasValue("v1");
    kindRegistry.onCrdChange(new Change.Deleted(rival));

    assertThat(kindRegistry.find(WIDGET)).map(Resource::version).hasValue("v1");
  }

  @Test
  void theStoredVersionIsUsedIfItIsServedAndTheNewestServedOneOtherwise() throws Exception {
    kindRegistry.onCrdChange(
        new Change.Added(crd(version("v1beta1", BOTH) + "," + version("v1", SERVED))));
    assertThat(kindRegistry.find(WIDGET)).map(Resource::version).hasValue("v1beta1");

    kindRegistry.onCrdChange(
        new Change.Added(
            crd(
                version("v1beta1", STORED)
                    + ","
                    + version("v1beta3", SERVED)
                    + ","
                    + version("v1beta2", SERVED))));

    assertThat(kindRegistry.find(WIDGET)).map(Resource::version).hasValue("v1beta3");
  }
}
