package io.weir.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.ObjectKey;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceTest {

  private static final ObjectKey SECRET = new ObjectKey("team", "key");

  @Test
  void isReadAsItWasWritten() {
    for (CloudIdentity identity :
        List.of(
            new CloudIdentity.Ambient(),
            new CloudIdentity.OfSecret(SECRET),
            new CloudIdentity.OfObject("AzureClusterIdentity", SECRET),
            new CloudIdentity.OfObject(
                "AWSClusterControllerIdentity", new ObjectKey("", "default")))) {
      var scope = new CloudScope("aws", identity, "123456789012", "us-east-1", "c/1");
      for (Place place :
          List.of(
              new Place(scope, "workers"),
              new Place(new CloudScope("aws", identity, "us-east-1"), "a b"))) {
        assertThat(Place.parse(place.annotationValue())).isEqualTo(place);
      }
    }
  }

  @Test
  void leavesOutWhatItsScopeDoesNotSay() {
    var scope = new CloudScope("aws", new CloudIdentity.OfSecret(SECRET), "us-east-1");

    assertThat(new Place(scope, "workers").annotationValue())
        .isEqualTo(
            "{\"cloud\":\"aws\",\"identity\":\"Secret/team/key\",\"region\":\"us-east-1\",\"name\":\"workers\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no JSON",
        "{}",
        "{\"cloud\": \"aws\", \"identity\": \"manager\", \"region\": \"evil.example.org/\","
            + " \"name\": \"a\"}",
        "{\"cloud\": \"aws\", \"identity\": \"manager\", \"region\": \"a.b\", \"name\": \"a\"}",
        "{\"cloud\": \"aws\", \"identity\": \"manager\", \"region\": \"us-east-1\", \"name\":"
            + " \"\"}",
        "{\"cloud\": \"aws\", \"identity\": \"manager\", \"region\": \"us-east-1\", \"name\":"
            + " \"a\\n"
            + "b\"}",
        "{\"cloud\": \"aws\", \"identity\": \"Secret/../key\", \"region\": \"us-east-1\", \"name\":"
            + " \"a\"}",
        "{\"cloud\": \"aws\", \"identity\": \"a/b/c/d\", \"region\": \"us-east-1\", \"name\":"
            + " \"a\"}",
        "{\"cloud\": \"../x\", \"identity\": \"manager\", \"region\": \"us-east-1\", \"name\":"
            + " \"a\"}"
      })
  void thatCannotBeOneIsNotRead(String text) {
    assertThatThrownBy(() -> Place.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
