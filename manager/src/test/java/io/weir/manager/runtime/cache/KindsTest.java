package io.weir.manager.runtime.cache;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.manager.runtime.kube.Resource;
import org.junit.jupiter.api.Test;

class KindsTest {

  private static final GroupKind WIDGET = new GroupKind("test.weir.io", "Widget");
  private static final String STORED = "'served':false,'storage':true";
  private static final String SERVED = "'served':true,'storage':false";
  private static final String BOTH = "'served':true,'storage':true";

  private final Kinds kinds = new Kinds();

  private static ApiObject crd(String versions) throws Exception {
    String text =
        """
        {'apiVersion':'apiextensions.k8s.io/v1','kind':'CustomResourceDefinition',
         'metadata':{'name':'widgets.test.weir.io'},
         'spec':{'group':'test.weir.io','scope':'Namespaced',
           'names':{'kind':'Widget','plural':'widgets'},'versions':[%s]},
         'status':{'conditions':[{'type':'Established','status':'True'}]}}\
        """
            .formatted(versions);
    return new ApiObject((ObjectNode) Json.MAPPER.readTree(text.replace('\'', '"')));
  }

  private static String version(String name, String how) {
    return "{'name':'" + name + "'," + how + "}";
  }

  @Test
  void theStoredVersionIsUsedIfItIsServedAndTheNewestServedOneOtherwise() throws Exception {
    kinds.take(new Change.Added(crd(version("v1beta1", BOTH) + "," + version("v1", SERVED))));
    assertThat(kinds.find(WIDGET)).map(Resource::version).hasValue("v1beta1");

    kinds.take(
        new Change.Added(
            crd(
                version("v1beta1", STORED)
                    + ","
                    + version("v1beta3", SERVED)
                    + ","
                    + version("v1beta2", SERVED))));

    assertThat(kinds.find(WIDGET)).map(Resource::version).hasValue("v1beta3");
  }
}
