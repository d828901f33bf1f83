package io.weir.provider.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.weir.api.Json;
import io.weir.provider.ProviderException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageReaderTest {
  private final Deque<PageReader.Page> pages = new ArrayDeque<>();

  private void then(int total, String... ids) {
    ArrayNode items = Json.MAPPER.createArrayNode();
    List.of(ids).forEach(id -> items.addObject().put("id", id));
    pages.add(new PageReader.Page(items, total));
  }

  private List<String> read() throws ProviderException {
    return PageReader.readAll("ListThings", "id", _ -> pages.remove()).stream()
        .map(one -> one.path("id").asText())
        .toList();
  }

  @Test
  void areReadToTheLast() throws Exception {
    twice();

    assertThat(read()).containsExactly("a", "b", "c");
    assertThat(pages).isEmpty();
  }

  @Test
  void areReadAnewWhenOneWentAndAnotherCameAndTheTotalIsTheSame() throws Exception {
    then(4, "gone", "a");
    then(4, "c", "d");
    for (int reading = 0; reading < 2; reading++) {
      then(4, "a", "b");
      then(4, "c", "d");
    }

    assertThat(read()).containsExactly("a", "b", "c", "d");
  }

  @Test
  void thatDoNotSayHowManyThereAreAreNoList() {
    for (int reading = 0; reading < 4; reading++) {
      then(-1);
    }

    assertThatThrownBy(this::read).isInstanceOf(ProviderException.Transient.class);
  }

  @Test
  void withoutEndAreNoList() {
    assertThatThrownBy(
            () ->
                PageReader.readAll(
                    "ListThings",
                    "id",
                    number -> {
                      ArrayNode items = Json.MAPPER.createArrayNode();
                      items.addObject().put("id", number);
                      return new PageReader.Page(items, Integer.MAX_VALUE);
                    }))
        .isInstanceOf(ProviderException.Transient.class)
        .hasMessage("ListThings: the list has more than 1000 pages");
  }

  private void twice() {
    for (int reading = 0; reading < 2; reading++) {
      then(3, "a", "b");
      then(3, "c");
    }
  }

  @Test
  void areReadAnewWhenOneWentBetweenThem() throws Exception {
    then(3, "a", "b");
    then(2);
    then(2, "b", "c");

    assertThat(read()).containsExactly("b", "c");
  }

  @Test
  void areReadAnewWhenOneMovedFromPageToPage() throws Exception {
    then(3, "a", "b");
    then(3, "b");
    then(3);
    twice();

    assertThat(read()).containsExactly("a", "b", "c");
  }

  @Test
  void thatComeShortAreNoList() {
    for (int reading = 0; reading < 4; reading++) {
      then(3, "a", "b");
      then(3);
    }

    assertThatThrownBy(this::read)
        .isInstanceOf(ProviderException.Transient.class)
        .hasMessageContaining("ListThings");
  }

  @Test
  void ofNothingAreAnEmptyList() throws Exception {
    JsonNode none = Json.MAPPER.missingNode();

    assertThat(PageReader.readAll("ListThings", "id", _ -> new PageReader.Page(none, 0))).isEmpty();
  }
}
