package io.weir.sandbox.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.controlplane.audit.AuditRecord;
import io.weir.sandbox.usage.RequestCounts.RequestType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RequestCountsTest {
  private static final List<AuditRecord> SEEN =
      List.of(
          request(ApiUsers.MANAGER, "patch", "machinepools", "status"),
          request(ApiUsers.MANAGER, "patch", "machinepools", "status"),
          request(ApiUsers.MANAGER, "patch", "machinepools", ""),
          request(ApiUsers.MANAGER, "list", "machinepools", ""),
          request(ApiUsers.WORKLOAD, "create", "secrets", ""),
          request(ApiUsers.WORKLOAD, "get", "", ""),
          request(ApiUsers.MANAGER, "patch", "leases", ""),
          request(ApiUsers.MANAGER, "create", "events", ""),
          request("system:node:a", "patch", "nodes", "status"),
          request("sandbox", "create", "machinepools", ""));

  @Test
  void onlyWorkOfTheManagersAccountsCountsAndLeasesAndEventsStandApart() {
    RequestCounts counts = RequestCounts.of(SEEN);

    assertThat(counts.total()).isEqualTo(6);
    assertThat(counts.leases()).isEqualTo(1);
    assertThat(counts.events()).isEqualTo(1);
    assertThat(counts.byType())
        .containsEntry(new RequestType("machinepools/status", "patch", true), 2L);
  }

  @Test
  void writesAreToldFromReads() {
    RequestCounts counts = RequestCounts.of(SEEN);

    assertThat(counts.writes()).isEqualTo(4);
  }

  @Test
  void anObjectCountsWithItsParts() {
    RequestCounts counts = RequestCounts.of(SEEN);

    assertThat(counts.of("machinepools", "patch")).isEqualTo(3);
    assertThat(counts.of("machine", "patch")).isZero();
  }

  @Test
  void theTableHasSumsOnBothSides() {
    assertThat(String.join("\n", CountsTable.of(RequestCounts.of(SEEN))))
        .isEqualTo(
            """
                                 create  get  list  patch  all
            -                         ·    1     ·      ·    1
            machinepools              ·    ·     1      1    2
            machinepools/status       ·    ·     ·      2    2
            secrets                   1    ·     ·      ·    1
            all                       1    1     1      3    6\
            """);
  }

  @Test
  void cloudCallsAreThoseOnTopOfEarlierOnes() {
    var before = new CloudCallCounts(new TreeMap<>(Map.of("Describe", 3, "Create", 1)), 1);
    var now = new CloudCallCounts(new TreeMap<>(Map.of("Describe", 5, "Create", 1)), 1);

    CloudCallCounts more = now.since(before);

    assertThat(more.byAction()).containsExactly(Map.entry("Describe", 2));
    assertThat(more.total()).isEqualTo(2);
    assertThat(more.writes()).isZero();
    assertThat(CountsTable.of(now)).containsExactly("Create    1", "Describe  5", "all       6");
  }

  private static AuditRecord request(
      String user, String verb, String resource, String subresource) {
    return new AuditRecord(
        "id",
        user,
        verb,
        "group",
        "v1",
        resource,
        subresource,
        "default",
        "name",
        200,
        "",
        "/",
        "agent",
        "",
        Instant.EPOCH,
        Instant.EPOCH,
        "ResponseComplete");
  }
}
