package io.weir.provider.azure.scaleset;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rollouts of scale sets beside those of upstream's provider, as files that people read: {@code
 * -Dgolden=write} writes them. At each step no machine is drained below the floor, and no more are
 * asked for than the replicas and the surge.
 */
class RollTranscriptTest {

  private static final Path DIRECTORY = Path.of("src/test/resources/rolls");

  static Stream<RollStory> stories() {
    return Stream.of(
        RollStory.of(
                "surge-one",
                "One more than wanted, none less: both replace one after the other. Upstream"
                    + " deletes the Machine, whose machine counts as ready while it drains.",
                3)
            .at(1, RollTranscript::changeImage),
        RollStory.of(
                "surge-and-unavailable",
                "Both let one go at once, as one may be missing, and the others as new ones become"
                    + " ready. Here as many drain together as the floor of nine allows; upstream"
                    + " takes most of them one after the other.",
                10,
                "25%",
                "1",
                "Oldest")
            .at(1, RollTranscript::changeImage),
        RollStory.of(
                "unavailable-three",
                "No surge: three at a time, the newest first, with both; the size is asked for"
                    + " again after each batch.",
                10,
                "0",
                "3",
                "Newest")
            .at(1, RollTranscript::changeImage),
        RollStory.of(
                "unavailable-above-replicas",
                "More may be missing than there are: all go at once, as people asked, and with"
                    + " both.",
                3,
                "1",
                "5",
                "Oldest")
            .at(1, RollTranscript::changeImage),
        RollStory.of(
                "scale-in",
                "From five to three: the two oldest are drained and go, with both, and the size"
                    + " falls with them.",
                5)
            .at(1, story -> story.scale(3)),
        RollStory.of(
                "scale-in-with-one-that-never-joined",
                "From five to three: who never joined goes first, with both.",
                5)
            .at(0, story -> story.neverJoins(3))
            .at(1, story -> story.scale(3)),
        RollStory.of(
                "scale-in-while-rolling",
                "From five to three while two are replaced. Upstream deletes machines that start"
                    + " and, with one outdated machine left, one of the two that its surge makes,"
                    + " again and again. Here the outdated ones serve the scale-in, nothing is made"
                    + " in vain, and it ends.",
                5,
                "2",
                "0",
                "Oldest")
            .at(1, RollTranscript::changeImage)
            .at(2, story -> story.scale(3)),
        RollStory.of(
                "failed-while-rolling",
                "Azure calls one failed. Upstream deletes it and lets everything else wait; here"
                    + " both go on, and it costs no availability as it serves nobody.",
                3)
            .at(1, RollTranscript::changeImage)
            .at(2, story -> story.fail(1)),
        RollStory.of(
                "vm-size",
                "Another VM size: to upstream a machine is outdated by its image only, so that it"
                    + " deletes the new machine as one too many and changes none. Here all are"
                    + " replaced.",
                3)
            .at(1, RollTranscript::changeSize),
        RollStory.of(
                "flexible",
                "Flexible mode: upstream does not raise the size again after the first one, and"
                    + " with none to spare the rollout stands still. Here it ends.",
                3)
            .inFlexibleMode()
            .at(1, RollTranscript::changeImage),
        RollStory.of(
                "both-zero",
                "Neither more nor fewer: upstream accepts it and never replaces any; here one may"
                    + " be missing, as in Deployments.",
                2,
                "0%",
                "0",
                "Oldest")
            .at(1, RollTranscript::changeImage),
        RollStory.of(
                "sized-elsewhere",
                "An autoscaler sizes the set: upstream leaves outdated machines for it to remove;"
                    + " here one at a time is replaced.",
                3)
            .sizedElsewhere()
            .at(1, RollTranscript::changeImage),
        RollStory.of(
                "random",
                "In any order, with drains of three minutes. Upstream draws anew in each look, and"
                    + " as who drains still counts as ready, it picks another one meanwhile: fewer"
                    + " serve than the three that must. Here the order is drawn once, and who"
                    + " drains is not counted.",
                4,
                "1",
                "1",
                "Random")
            .at(0, story -> story.drainsFor(3))
            .at(1, RollTranscript::changeImage),
        RollStory.of(
                "strategy-without-numbers",
                "A strategy that says only its type means one more, none less and any order, to"
                    + " both.",
                3)
            .withBareStrategy()
            .at(1, RollTranscript::changeImage),
        RollStory.of(
                "skip-model-oldest",
                "Machines of older models stay. The surge comes with the change, with both; the"
                    + " oldest goes for it. Upstream surges again as long as models are mixed, so"
                    + " that all are replaced; here once.",
                3)
            .keepingOutdated()
            .at(1, RollTranscript::changeImage)
            .at(14, story -> story.scale(4)),
        RollStory.of(
                "skip-model-newest",
                "Machines of older models stay. The new one of the surge goes again, as the newest;"
                    + " upstream makes and deletes one after the other, for ever.",
                3,
                "1",
                "0",
                "Newest")
            .keepingOutdated()
            .at(1, RollTranscript::changeImage)
            .at(14, story -> story.scale(4)),
        RollStory.of(
                "skip-model-random",
                "Machines of older models stay, but for one: as many leave as the surge brought, in"
                    + " any order. Upstream goes on until all are of the new model.",
                3,
                "1",
                "0",
                "Random")
            .keepingOutdated()
            .at(1, RollTranscript::changeImage)
            .at(14, story -> story.scale(4)),
        RollStory.of(
                "skip-model-no-surge",
                "Machines of older models stay, all of them: without a surge only who is made later"
                    + " has the new model. A scale-in goes by age alone.",
                3,
                "0",
                "1",
                "Oldest")
            .keepingOutdated()
            .at(1, RollTranscript::changeImage)
            .at(4, story -> story.scale(5))
            .at(9, story -> story.scale(4)),
        RollStory.of(
                "skip-model-twice",
                "Machines of older models stay. A second change before the first surge is there"
                    + " brings no second one: never more than the replicas and the surge.",
                3)
            .keepingOutdated()
            .at(1, RollTranscript::changeImage)
            .at(2, RollTranscript::changeImage),
        RollStory.of(
                "skip-model-scale-in",
                "Machines of older models stay. A scale-in in the same edit is not delayed, and has"
                    + " no room for a surge.",
                5)
            .keepingOutdated()
            .at(
                1,
                story -> {
                  story.changeImage();
                  story.scale(3);
                }),
        RollStory.of(
                "skip-model-failed",
                "Machines of older models stay, one that fails does not.",
                3,
                "0",
                "1",
                "Oldest")
            .keepingOutdated()
            .at(1, RollTranscript::changeImage)
            .at(4, story -> story.fail(1)),
        RollStory.of(
                "changed-while-rolling",
                "Another image before the first change is through: machines of both are outdated,"
                    + " and both replace them all.",
                3)
            .at(1, RollTranscript::changeImage)
            .at(6, RollTranscript::changeImage));
  }

  @ParameterizedTest
  @MethodSource("stories")
  void eachRollGoesAsWritten(RollStory story) throws IOException {
    String text = new RollTranscript(story).tell();
    Path file = DIRECTORY.resolve(story.name() + ".txt");
    if (System.getProperty("golden", "").equals("write")) {
      Files.createDirectories(DIRECTORY);
      Files.writeString(file, text);
    }

    assertThat(text).isEqualTo(Files.readString(file));
  }
}
