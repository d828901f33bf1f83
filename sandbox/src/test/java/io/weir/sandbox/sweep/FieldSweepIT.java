package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.sandbox.fields.EffectsTable;
import io.weir.sandbox.fields.PlausibleValues;
import io.weir.sandbox.fields.SchemaProperties;
import io.weir.sandbox.fields.SchemaProperty;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each property of each kind of a pool, of which {@link DrawnCases} takes some. */
@Tag("sweep")
@WithSharedApiServer
class FieldSweepIT {

  private static final List<String> KINDS =
      List.of("MachinePool", "KubeadmConfig", "AWSMachinePool", "ScalewayManagedMachinePool");

  /** How many properties a run takes for each case of its budget. */
  private static final int OF_A_CASE = Boolean.getBoolean(SoakCase.PROPERTY) ? 3 : 1;

  private static final int AT_ONCE = Integer.getInteger("weir.fields.parallel", 16);

  @Test
  void aPoolIsWhatItsSpecSaysHoweverItCameToSaySo(SharedApiServer sharedApiServer)
      throws Exception {
    PlausibleValues plausible = PlausibleValues.ofTests();
    DrawnCases drawn = DrawnCases.ofThisRun();
    int budget = (int) Math.min(Integer.MAX_VALUE, (long) drawn.budget() * OF_A_CASE);
    List<SchemaProperty> properties = new DrawnCases(drawn.seed(), budget).of(all(plausible));
    long begin = System.nanoTime();
    var fieldPlace = FieldPlace.open(sharedApiServer);
    List<FieldCase.Result> results;
    List<String> broken = new ArrayList<>();
    try {
      List<Callable<FieldCase.Result>> cases =
          properties.stream()
              .<Callable<FieldCase.Result>>map(
                  property -> () -> reported(new FieldCase(fieldPlace, property, plausible).run()))
              .toList();
      results = ParallelRuns.runAll(AT_ONCE, cases);
      if (!fieldPlace.awaitAllGone()) {
        broken.add("not gone: " + fieldPlace.remaining());
      }
    } finally {
      try {
        fieldPlace.close();
      } catch (AssertionError violations) {
        broken.add(String.valueOf(violations.getMessage()));
      }
    }
    System.out.printf(
        "field sweep: %d properties of %d, %d s%n",
        results.size(), all(plausible).size(), (System.nanoTime() - begin) / 1_000_000_000);

    results.forEach(result -> broken.addAll(problems(result)));
    assertThat(broken).isEmpty();
  }

  private static List<String> problems(FieldCase.Result result) {
    var all = new ArrayList<>(result.findings());
    EffectsTable.ofTests().differs(result.property(), result.effects()).ifPresent(all::add);
    return all;
  }

  /** Printed at once: others may take minutes. */
  private static FieldCase.Result reported(FieldCase.Result result) {
    System.out.printf("%s · %s%n", result.property(), result.effects());
    result.findings().forEach(System.out::println);
    return result;
  }

  /** In an order in which what is alike is not side by side. */
  private static List<SchemaProperty> all(PlausibleValues plausible) {
    String only = System.getProperty("weir.fields", "");
    // A property of which nobody has read what it does is left to those who ask for it.
    boolean unagreedToo = !only.isEmpty();
    List<String> agreed = EffectsTable.ofTests().properties();
    var all =
        new ArrayList<SchemaProperty>(
            KINDS.stream()
                .flatMap(kind -> SchemaProperties.of(kind).stream())
                .filter(property -> plausible.omission(property).isEmpty())
                .filter(property -> unagreedToo || agreed.contains(property.toString()))
                .filter(
                    property -> Stream.of(only.split(",")).anyMatch(property.toString()::contains))
                .toList());
    Collections.shuffle(all, new Random(1));
    return all;
  }
}
