package io.weir.kernel.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.kernel.kube.KubeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ObjectCacheTest {

  private static final ObjectKey A = new ObjectKey("ns", "a");

  private final ObjectCache cache = new ObjectCache(new GroupKind("test.weir.io", "Widget"));
  private final List<String> reported = new ArrayList<>();

  private static ApiObject object(String name, int version, String color) {
    ObjectNode tree =
        Json.MAPPER.createObjectNode().put("apiVersion", "test.weir.io/v1").put("kind", "Widget");
    tree.withObject("/metadata")
        .put("namespace", "ns")
        .put("name", name)
        .put("resourceVersion", Integer.toString(version));
    tree.withObject("/spec").put("color", color);
    return new ApiObject(tree);
  }

  private static ListedObjects listed(ApiObject... objects) {
    return listed(CacheRoom.UNLIMITED, objects);
  }

  private static ListedObjects listed(CacheRoom room, ApiObject... objects) {
    var listed = new ListedObjects(_ -> Optional.empty(), room);
    try {
      for (ApiObject object : objects) {
        listed.add(object);
      }
    } catch (NoRoomException full) {
      throw new AssertionError(full);
    }
    return listed;
  }

  private static String color(ApiObject object) {
    return object.spec().path("color").asText();
  }

  private String seen(ObjectKey key) {
    return cache.get(key).map(ObjectCacheTest::color).orElse("none");
  }

  private void listen() {
    var _ =
        cache.subscribe(
            change ->
                reported.add(
                    change.getClass().getSimpleName()
                        + " "
                        + change.object().name()
                        + " "
                        + color(change.object())));
  }

  @Nested
  class OurOwnWrites {

    @Test
    void areSeenAtOnceAndGiveWayWhenTheWatchHasPassedThem() {
      cache.applyList(listed(object("a", 1, "red")), "1");

      cache.applyWriteResponse(object("a", 5, "ours"));
      assertThat(seen(A)).isEqualTo("ours");
      cache.applyUpdate(object("a", 3, "between"));
      assertThat(seen(A)).isEqualTo("ours");
      cache.applyUpdate(object("a", 5, "ours"));
      cache.applyUpdate(object("a", 6, "theirs"));

      assertThat(seen(A)).isEqualTo("theirs");
    }

    @Test
    void neverSwallowAnEvent() {
      cache.applyList(listed(object("a", 1, "red")), "1");
      listen();
      reported.clear();

      cache.applyWriteResponse(object("a", 5, "ours"));
      cache.applyUpdate(object("a", 3, "theirs"));
      cache.applyUpdate(object("a", 5, "ours"));

      assertThat(reported).containsExactly("Updated a theirs", "Updated a ours");
    }

    @Test
    void thatAreAnsweredLateDoNotBringADeletedObjectBack() {
      cache.applyList(listed(object("a", 1, "red")), "1");

      cache.applyDelete(object("a", 6, "red"));
      cache.applyWriteResponse(object("a", 5, "ours"));

      assertThat(cache.get(A)).isEmpty();
      assertThat(cache.list()).isEmpty();
    }

    @Test
    void goWithTheObjectWhenTheWatchShowsItsRemoval() {
      cache.applyList(listed(object("a", 1, "red")), "1");
      cache.applyWriteResponse(object("a", 5, "ours"));

      cache.applyDelete(object("a", 6, "red"));

      assertThat(cache.get(A)).isEmpty();
    }

    @Test
    void giveWayToABookmarkThatIsAsNew() {
      cache.applyList(listed(), "1");
      cache.applyWriteResponse(object("a", 5, "ours"));

      cache.advanceTo("7");

      assertThat(cache.get(A)).isEmpty();
    }

    @Test
    void doNotReplaceLaterOnesWhoseAnswerCameEarlier() {
      cache.applyList(listed(object("a", 1, "red")), "1");

      cache.applyWriteResponse(object("a", 6, "second"));
      cache.applyWriteResponse(object("a", 5, "first"));

      assertThat(seen(A)).isEqualTo("second");
    }

    @Test
    void areFoundByTheIndexesUnderTheirNewValue() {
      cache.addIndex("color", object -> Set.of(color(object)));
      cache.applyList(listed(object("a", 1, "red"), object("b", 1, "red")), "1");

      cache.applyWriteResponse(object("a", 5, "blue"));

      assertThat(cache.byIndex("color", "blue")).extracting(ApiObject::name).containsExactly("a");
      assertThat(cache.byIndex("color", "red")).extracting(ApiObject::name).containsExactly("b");
      cache.applyDelete(object("a", 6, "blue"));
      assertThat(cache.byIndex("color", "blue")).isEmpty();
    }
  }

  @Nested
  class Lists {

    @Test
    void tellOnlyWhatDiffersFromWhatIsKnown() {
      cache.applyList(listed(object("a", 1, "red"), object("b", 2, "red")), "2");
      listen();
      reported.clear();

      cache.applyList(listed(object("b", 2, "red"), object("c", 9, "red")), "9");

      assertThat(reported).containsExactlyInAnyOrder("Deleted a red", "Added c red");
    }

    @Test
    void ofARestoredServerTakeAnswersFromBeforeThemAlong() {
      cache.addIndex("color", object -> Set.of(color(object)));
      cache.applyList(listed(object("a", 900, "red")), "900");
      cache.applyWriteResponse(object("a", 901, "ours"));
      cache.applyWriteResponse(object("b", 902, "ours"));

      cache.beginList();
      cache.applyWriteResponse(object("c", 903, "meanwhile"));
      cache.applyList(listed(object("a", 10, "old")), "12");

      assertThat(seen(A)).isEqualTo("old");
      assertThat(cache.list())
          .extracting(ObjectCacheTest::color)
          .containsExactlyInAnyOrder("old", "meanwhile");
      assertThat(cache.byIndex("color", "ours")).isEmpty();
    }

    @Test
    void ofARestoredServerReplaceNewerKnowledge() {
      cache.applyList(listed(object("a", 900, "red")), "900");
      cache.applyWriteResponse(object("a", 901, "ours"));
      cache.applyUpdate(object("a", 901, "ours"));

      cache.applyList(listed(object("a", 10, "old")), "12");
      cache.applyWriteResponse(object("a", 13, "new"));

      assertThat(seen(A)).isEqualTo("new");
    }
  }

  @Test
  void aListenerThatFailsDoesNotKeepOthersFromBeingTold() {
    var _ =
        cache.subscribe(
            change -> {
              throw new NoClassDefFoundError("broken");
            });
    listen();

    cache.applyUpdate(object("a", 1, "red"));

    assertThat(reported).containsExactly("Added a red");
  }

  @Test
  void anObjectThatAnIndexFailsOnIsTakenAndToldAllTheSame() {
    cache.addIndex("color", object -> Set.of(color(object)));
    cache.addIndex(
        "picky",
        object -> {
          if (color(object).equals("green")) {
            throw new IllegalStateException("broken");
          }
          return Set.of(color(object));
        });
    cache.applyList(listed(object("a", 1, "red")), "1");
    listen();
    reported.clear();

    cache.applyUpdate(object("a", 2, "green"));

    assertThat(reported).containsExactly("Updated a green");
    assertThat(cache.byIndex("picky", "red")).isEmpty();
    assertThat(cache.byIndex("color", "green")).hasSize(1);
  }

  @Test
  void aKindThatIsNotInstalledIsKnownToHaveNoObjects() {
    assertThat(cache.isSynced()).isFalse();

    cache.markNotInstalled();

    assertThat(cache.isSynced()).isTrue();
    assertThat(cache.list()).isEmpty();
  }

  @Test
  void aKindThatIsRemovedTakesItsObjectsAlong() {
    cache.applyList(listed(object("a", 1, "red")), "1");
    listen();

    cache.markNotInstalled();

    assertThat(reported).containsExactly("Added a red", "Deleted a red");
    assertThat(cache.get(A)).isEmpty();
  }

  @Nested
  class AnObjectThatCannotBeRead {

    @Test
    void staysAsItWasWhetherAWatchOrAListShowsIt() throws Exception {
      cache.applyList(listed(object("a", 1, "red")), "1");
      listen();
      reported.clear();

      cache.applyUnreadable(A, "2", "too deep");
      assertThat(seen(A)).isEqualTo("red");
      ListedObjects again = listed(object("b", 3, "blue"));
      again.addUnreadable(object("a", 2, "?"), "too deep");
      cache.applyList(again, "3");

      assertThat(seen(A)).isEqualTo("red");
      assertThat(cache.neverRead()).isEmpty();
      assertThat(reported).containsExactly("Added b blue");
    }

    @Test
    void isNotAbsentIfItHasNeverBeenRead() throws Exception {
      ListedObjects first = listed(object("b", 3, "blue"));
      first.addUnreadable(object("a", 2, "?"), "too deep");
      cache.applyList(first, "3");

      assertThatExceptionOfType(KubeException.Unavailable.class)
          .isThrownBy(() -> cache.get(A))
          .withMessageContaining("Widget ns/a")
          .withMessageContaining("too deep");
      assertThat(cache.neverRead()).containsExactly(A);
      assertThat(cache.isSynced()).isTrue();
      assertThat(seen(new ObjectKey("ns", "b"))).isEqualTo("blue");
    }

    @Test
    void isAsOthersWhenItCanBeReadAgainOrIsGone() throws Exception {
      cache.applyList(listed(object("a", 1, "red")), "1");
      listen();
      reported.clear();
      cache.applyUnreadable(A, "2", "too deep");

      cache.applyUpdate(object("a", 3, "green"));
      cache.applyUnreadable(A, "4", "too deep");
      cache.applyDelete(A, "5");

      assertThat(cache.get(A)).isEmpty();
      assertThat(reported).containsExactly("Updated a green", "Deleted a green");
    }

    @Test
    void isAbsentWhenAListNoLongerHasIt() {
      cache.applyList(listed(), "1");
      cache.applyUnreadable(A, "2", "too deep");

      cache.applyList(listed(), "3");

      assertThat(cache.get(A)).isEmpty();
      assertThat(cache.neverRead()).isEmpty();
    }
  }

  /** What is taken now. */
  private static final class CountingRoom implements CacheRoom {
    private long taken;

    @Override
    public void take(long bytes) {
      taken += bytes;
    }

    @Override
    public boolean tryTake(long bytes) {
      taken += bytes;
      return true;
    }

    @Override
    public void giveBack(long bytes) {
      taken -= bytes;
    }
  }

  @Test
  void takesRoomForWhatItHoldsAndForNothingElse() throws Exception {
    var room = new CountingRoom();
    var small = new ObjectCache(new GroupKind("test.weir.io", "Widget"), room);
    small.markInstalled();
    ApiObject first = object("a", 1, "red");
    ApiObject second = object("b", 2, "red");
    small.applyList(listed(room, first, second), "2");
    long ofTwo = room.taken;
    assertThat(ofTwo).isEqualTo(EntrySize.of(first, room) + EntrySize.of(second, room));

    room.take(EntrySize.of(object("a", 3, "blue"), room));
    small.applyUpdate(object("a", 3, "blue"));
    small.applyWriteResponse(object("a", 5, "green"));
    small.applyWriteResponse(object("a", 6, "white"));
    small.applyWriteResponse(object("a", 4, "stale"));
    room.take(EntrySize.ofUnreadable(second.key()));
    small.applyUnreadable(second.key(), "4", "it is too large");
    room.take(EntrySize.ofUnreadable(second.key()));
    small.applyUnreadable(second.key(), "5", "it is too large");
    assertThat(room.taken)
        .isEqualTo(
            EntrySize.of(object("a", 3, "blue"), room)
                + EntrySize.of(object("a", 6, "white"), room)
                + EntrySize.of(second, room)
                + EntrySize.ofUnreadable(second.key()));

    small.beginList();
    small.applyList(listed(room, object("a", 7, "red"), second), "7");
    assertThat(room.taken).isEqualTo(ofTwo);
    small.applyDelete(first);
    small.applyDelete(second.key(), "9");
    assertThat(room.taken).isZero();
  }

  @Test
  void anObjectThatARestoredServerGaveAVersionAgainHasChanged() {
    cache.markInstalled();
    cache.applyList(listed(object("a", 5, "red")), "5");
    listen();

    cache.applyList(listed(object("a", 5, "blue")), "5");

    assertThat(reported).containsExactly("Added a red", "Updated a blue");
  }

  @Test
  void aListThatBeganBeforeTheDoubtDoesNotEndIt() throws Exception {
    cache.markInstalled();
    cache.beginList();
    cache.doubt();

    cache.applyList(listed(object("a", 5, "red")), "5");
    assertThat(cache.isSynced()).isFalse();
    cache.beginList();
    cache.applyList(listed(object("a", 5, "red")), "5");

    assertThat(cache.isSynced()).isTrue();
    assertThat(cache.awaitSynced(Duration.ZERO)).isTrue();
  }
}
