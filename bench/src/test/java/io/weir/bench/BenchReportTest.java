package io.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.bench.BenchResults.Round;
import io.weir.bench.PoolTimeline.Milestone;
import io.weir.sandbox.manager.ProcessUsage;
import io.weir.sandbox.objects.SandboxCloud;
import io.weir.sandbox.usage.CloudCallCounts;
import io.weir.sandbox.usage.ManagerUsage;
import io.weir.sandbox.usage.RequestCounts;
import io.weir.sandbox.usage.RequestCounts.RequestType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BenchReportTest {
  private static final BenchPlan PLAN =
      BenchPlan.of(10, 3, Duration.ofMinutes(1)).withIdle(Duration.ofSeconds(60)).withRestart();

  @Test
  void countsAreGivenPerPoolBesideTheBudget() {
    var benchResults =
        new BenchResults(
            Optional.of(new CreationFloor.Result(Duration.ofMillis(900), Duration.ofSeconds(1))),
            List.of(
                new Round("one alone", 1, timeline(1, 6100), measured(4, 2, 7, 1500)),
                new Round("10 at once", 10, timeline(10, 6000), measured(35, 20, 21, 1200))),
            Optional.of(measured(0, 0, 1, 10)),
            Optional.of(measured(2, 1, 5, 10)),
            Optional.empty(),
            Optional.empty(),
            Optional.of(
                new DeletionRound.Result(
                    Duration.ofSeconds(3),
                    11,
                    new Percentiles(
                        11, Duration.ofSeconds(4), Duration.ofSeconds(5), Duration.ofSeconds(6)),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(8),
                    measured(11, 11, 22, 550))),
            List.of());

    assertThat(String.join("\n", new BenchReport(SandboxCloud.AWS, PLAN, benchResults).lines()))
        .isEqualTo(
            """
            ## Pools of 3, created to Running

            |  | budget | one alone | 10 at once |
            |---|---|---|---|
            | Kubernetes requests per pool, without leases and events | 20 | 6.00 | 5.50 |
            | … patches of the MachinePool | 6 | 4.00 | 3.50 |
            | … patches of the AWSMachinePool | 5 | 0.00 | 0.00 |
            | events per pool | 6 | 5.00 | 0.50 |
            | cloud calls per pool | 3 together, 8 alone | 7.00 | 2.10 |
            | CPU seconds per pool | 0.2 | 1.50 | 0.12 |
            | resident memory, MB | 300 | 171 | 171 |
            | peak resident memory, MB | 300 | 190 | 190 |

            ## Seconds after which the first, half and all of the pools were so far

            |  | budget for 300 | one alone | 10 at once |
            |---|---|---|---|
            | objects of 10 pools created by the API server alone |  | 0.90 | 0.90 |
            | objects of 10 pools created that are converted and reviewed, and not worked on | 1.3 times that | 1.00 | 1.00 |
            | last object created |  | 0.10 | 0.10 / 0.50 / 1.00 |
            | bootstrap data ready |  |  |  |
            | last write in the cloud |  |  |  |
            | all instances listed |  |  |  |
            | last Node Ready |  | 4.00 | 4.00 / 4.00 / 4.00 |
            | Running | 10 after the last Node is Ready, 30 after the last object | 6.10 | 6.00 / 6.00 / 6.00 |

            ## Deletion

            |  | budget for 300 | 11 pools deleted |
            |---|---|---|
            | one alone gone after, seconds |  | 3.00 |
            | asked for after, seconds |  | 1.00 |
            | all gone after, seconds | 30 | 8.00 |
            | each gone after, seconds: median / p99 / longest |  | 4.00 / 5.00 / 6.00 |
            | Kubernetes requests per pool, without leases and events |  | 2.00 |
            | cloud calls per pool |  | 2.00 |
            | CPU seconds per pool |  | 0.05 |

            ## Kubernetes requests per pool

            | kind | verb | one alone | 10 at once |
            |---|---|---|---|
            | machinepools/status | patch | 4.00 | 3.50 |
            | secrets | get | 2.00 | 2.00 |

            ## Cloud calls per pool

            | action | one alone | 10 at once |
            |---|---|---|
            | DescribeAutoScalingGroups | 7.00 | 2.10 |

            ## Unchanged pools: 11

            |  | API requests | of which writes | events | cloud calls | cloud writes |
            |---|---|---|---|---|---|
            | idle for 60 s | 0 | 0 | 5 | 1 | 1 |
            | restart | 3 | 2 | 5 | 5 | 1 |
            | budget of a restart with 300 | 40 | 0 |  | 10 | 0 |


            | kind | verb | idle | restart |
            |---|---|---|---|
            | machinepools/status | patch | 0 | 2 |
            | secrets | get | 0 | 1 |
            """);
  }

  @Test
  void whatHitsAllPoolsAtOnceIsToldByKindAndPerMinute() {
    ManagerUsage measured = measured(4, 2, 6, 1500);
    var benchResults =
        new BenchResults(
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(
                new OutageRound.Result(
                    Duration.ofSeconds(3), Duration.ofSeconds(2), 5 * 1024 * 1024, measured)),
            Optional.of(
                new CapacityRound.Result(
                    10,
                    Duration.ofSeconds(120),
                    Percentiles.of(List.of(Duration.ofSeconds(7), Duration.ofSeconds(9))),
                    "no t3.large",
                    Duration.ofSeconds(8),
                    measured)),
            Optional.empty(),
            List.of(
                new MemoryMeter.Reading(
                    "outage", new HeapUse(90, 60, 7, 1), 50, measured.usage().orElseThrow(), 40)));
    var report = new ExtremesReport(benchResults);

    assertThat(
            String.join(
                "\n",
                Stream.of(report.outage(), report.capacity(), report.memory(), report.deletion())
                    .flatMap(List::stream)
                    .toList()))
        .isEqualTo(
            """
            ## All watches broken at once

            |  | outage |
            |---|---|
            | API server away, seconds | 3.00 |
            | manager busy after that, seconds | 2.00 |
            | list requests | 0 |
            | watch requests | 0 |
            | get requests | 2 |
            | patch requests | 4 |
            | requests that may change something | 4 |
            | events | 5 |
            | cloud calls | 6 |
            | MB read by the manager | 5 |
            | CPU seconds of the manager | 1.50 |

            ## No capacity

            |  | 10 pools short of one instance for 120 s |
            |---|---|
            | pools that say why | 2 |
            | … after, seconds: median / p99 / longest | 7.00 / 9.00 / 9.00 |
            | DescribeAutoScalingGroups a minute | 3.00 |
            | patch machinepools/status a minute | 2.00 |
            | get secrets a minute | 1.00 |
            | events a minute | 2.50 |
            | CPU seconds of the manager | 1.50 |
            | all complete again after, seconds | 8.00 |

            A pool says: no t3.large

            ## Memory of the manager

            | MB after | heap in use after a full collection | most in use before | full collections | resident | most resident so far | threads |
            |---|---|---|---|---|---|---|
            | outage | 50 | 90 | 1 | 171 | 190 | 40 |
            """);
  }

  @Test
  void aPlanWithoutPoolsIsRefused() {
    assertThatThrownBy(() -> BenchPlan.of(0, 3, Duration.ofMinutes(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static PoolTimeline timeline(int pools, long running) {
    var timeline = new PoolTimeline();
    for (int pool = 1; pool <= pools; pool++) {
      String name = "pool-" + pool;
      timeline.reach(Milestone.CREATED, name, Duration.ofMillis(100L * pool));
      timeline.reachAgain(Milestone.NODES_READY, name, Duration.ofSeconds(4));
      timeline.reachAgain(Milestone.NODES_READY, name, Duration.ofSeconds(3));
      timeline.reach(Milestone.RUNNING, name, Duration.ofMillis(running));
      timeline.reach(Milestone.RUNNING, name, Duration.ofMillis(running + 1));
    }
    return timeline;
  }

  private static ManagerUsage measured(long patches, long gets, int calls, long cpuMillis) {
    var work = new TreeMap<RequestType, Long>();
    if (patches > 0) {
      work.put(new RequestType("machinepools/status", "patch", true), patches);
      work.put(new RequestType("secrets", "get", false), gets);
    }
    return new ManagerUsage(
        new RequestCounts(work, 9, 5),
        new CloudCallCounts(new TreeMap<>(Map.of("DescribeAutoScalingGroups", calls)), 1),
        Duration.ofMillis(cpuMillis),
        Optional.of(new ProcessUsage(1, 171 * 1024, 190 * 1024, Duration.ofSeconds(9))));
  }
}
