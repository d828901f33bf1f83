package io.weir.provider.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.fingerprint.TemplateChange.Difference;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FingerprintRulesTest {

  /** What is wanted of a template in the tests. */
  private record Wish(
      String image, String found, String token, String bootstrap, boolean rollOnBootstrap) {}

  private record Found(String image) {}

  private record FirstForm(String image, String found) {}

  private record SecondForm(String picture, String found) {}

  private static final Wish WISH = new Wish("ubuntu", "ami-1", "token", "inputs", false);

  private final FingerprintRules<Wish> first =
      new FingerprintRules<>(Map.of(1, FingerprintRulesTest::first));
  private final FingerprintRules<Wish> both =
      new FingerprintRules<>(
          Map.of(1, FingerprintRulesTest::first, 2, FingerprintRulesTest::second));
  private final FingerprintRules<Wish> second =
      new FingerprintRules<>(Map.of(2, FingerprintRulesTest::second));

  private static TemplateContent first(Wish wish) {
    return content(wish, new FirstForm(wish.image(), wish.found()));
  }

  private static TemplateContent second(Wish wish) {
    return content(wish, new SecondForm(wish.image(), wish.found()));
  }

  private static TemplateContent content(Wish wish, Object data) {
    String token = CanonicalDigest.of(wish.token());
    var revision = new InstanceRevision(wish.image(), wish.bootstrap(), wish.rollOnBootstrap());
    return new TemplateContent(data, token, revision);
  }

  @ParameterizedTest
  @CsvSource({
    "ubuntu, ami-1, token, inputs, false, NONE,      false",
    "flat,   ami-1, token, inputs, false, SETTINGS,  true",
    // what was asked for is found anew
    "ubuntu, ami-2, token, inputs, false, SETTINGS,  false",
    "ubuntu, ami-1, other, inputs, false, USER_DATA, false",
    "ubuntu, ami-1, other, others, false, USER_DATA, false",
    "ubuntu, ami-1, other, others, true,  BOOTSTRAP, true",
    "ubuntu, ami-2, other, others, true,  BOOTSTRAP, true",
    "flat,   ami-1, other, others, true,  SETTINGS,  true",
  })
  void aChangeOutdatesInstancesWherePeopleAskedForIt(
      String image,
      String found,
      String token,
      String bootstrap,
      boolean rollOnBootstrap,
      Difference difference,
      boolean outdates) {
    var wanted = new Wish(image, found, token, bootstrap, rollOnBootstrap);

    var change = new TemplateChange(difference, outdates);

    assertThat(first.change(wanted, Optional.of(first.fingerprint(WISH)))).isEqualTo(change);
    assertThat(both.change(wanted, Optional.of(both.fingerprint(WISH)))).isEqualTo(change);
  }

  @ParameterizedTest
  @CsvSource({
    "ami-1, ami-1, token, inputs, WORDING,   false",
    "ami-1, ami-1, other, inputs, USER_DATA, false",
    "ami-1, ami-1, other, others, BOOTSTRAP, true",
    // the id is that of another image than the name has led to
    "ami-2, ami-2, token, inputs, SETTINGS,  true",
  })
  void otherWordsForWhatWasFoundOutdateNothing(
      String image,
      String found,
      String token,
      String bootstrap,
      Difference difference,
      boolean outdates) {
    var wanted = new Wish(image, found, token, bootstrap, true);
    var ofName = new FingerprintRules<Wish>(Map.of(1, FingerprintRulesTest::named));

    assertThat(ofName.change(wanted, Optional.of(ofName.fingerprint(WISH))))
        .isEqualTo(new TemplateChange(difference, outdates));
  }

  private static TemplateContent named(Wish wish) {
    return new TemplateContent(
        new Found(wish.found()),
        CanonicalDigest.of(wish.token()),
        new InstanceRevision(wish.image(), wish.bootstrap(), wish.rollOnBootstrap()),
        Set.of("ubuntu"));
  }

  @Test
  void whatAnOlderRuleMadeIsRecomputedByItAndDescribedAnewWithoutARoll() {
    Optional<TemplateFingerprint> old = Optional.of(first.fingerprint(WISH));

    assertThat(both.fingerprint(WISH).data()).isNotEqualTo(old.get().data());
    assertThat(both.change(WISH, old)).isEqualTo(new TemplateChange(Difference.RULE, false));
  }

  @Test
  void whatDiffersByAnOlderRuleIsOutdatedAsItAlwaysWas() {
    var other = new Wish("flat", "ami-1", "token", "inputs", false);

    assertThat(both.change(other, Optional.of(first.fingerprint(WISH))))
        .isEqualTo(new TemplateChange(Difference.SETTINGS, true));
  }

  @Test
  void whatNoRuleMadeIsTakenOverWithoutARoll() {
    var unknown = new TemplateChange(Difference.UNKNOWN, false);

    assertThat(first.change(WISH, Optional.empty())).isEqualTo(unknown);
    assertThat(first.change(WISH, Optional.of(both.fingerprint(WISH)))).isEqualTo(unknown);
    assertThat(second.change(WISH, Optional.of(first.fingerprint(WISH)))).isEqualTo(unknown);
  }

  @Test
  void userDataIsRenewedWhileTheSameIsAskedForOrItIsMadeFromTheSame() {
    var seen = first.fingerprint(WISH);
    var sameWish = new Wish("ubuntu", "", "other", "others", false);
    var sameInputs = new Wish("flat", "", "other", "inputs", false);
    var neither = new Wish("flat", "", "other", "others", false);

    assertThat(both.withUserDataRenewed(sameWish, seen))
        .contains(seen.withUserDataOf(first.fingerprint(sameWish)));
    assertThat(both.withUserDataRenewed(sameInputs, seen))
        .contains(seen.withUserDataOf(first.fingerprint(sameInputs)));
    assertThat(both.withUserDataRenewed(neither, seen)).isEmpty();
    assertThat(both.withTokenRenewed(sameInputs, seen))
        .isEqualTo(both.withUserDataRenewed(sameInputs, seen));
    assertThat(both.withTokenRenewed(sameWish, seen)).isEmpty();
    assertThat(both.withUserDataRenewed(WISH, seen)).isEmpty();
  }

  @Test
  void theTextIsReadBackAndNoOtherTextIs() {
    TemplateFingerprint made = both.fingerprint(WISH);

    assertThat(made.format()).startsWith("h2:").hasSize(198);
    assertThat(TemplateFingerprint.parse(made.format())).contains(made);
    assertThat(TemplateFingerprint.parse("made by hand")).isEmpty();
    assertThat(TemplateFingerprint.parse(made.format() + ":0")).isEmpty();
  }
}
