package io.weir.clouds.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.InstanceState;
import java.util.List;
import java.util.Map;

/** What a cloud offers in one site, with all that exists there. Called under the site's lock. */
public interface SiteServices {
  /** Where it is. */
  Site site();

  /** What exists now, to go on from at another time or to be read later. */
  ObjectNode save();

  /**
   * Takes in what was saved, and sets nothing in motion; for a site in which nothing has happened
   * yet.
   *
   * @throws RuntimeException when it is not what {@link #save} makes in this world
   */
  void load(JsonNode saved);

  /** Goes on with what was loaded: instances that run are told as started. */
  void resume();

  /** Every instance that is remembered, in the order in which they were wanted. */
  List<InstanceState> instances();

  /**
   * What an instance that is launched now would find at its first boot, by group; without groups
   * that go or whose instances boot what the cloud itself gives them.
   */
  default Map<String, byte[]> launchData() {
    return Map.of();
  }

  /** Ends an instance without warning; false if none of this id runs here. */
  boolean killInstance(String instanceId);

  /** What exists now, without ids and times: maps, lists and texts, equal for equal sites. */
  Object comparableState();
}
