package io.weir.bootstrap.ignition;

import io.weir.bootstrap.ignition.MachineConfig.Account;
import io.weir.bootstrap.ignition.MachineConfig.DropIn;
import io.weir.bootstrap.ignition.MachineConfig.FileNode;
import io.weir.bootstrap.ignition.MachineConfig.NetworkUnit;
import io.weir.bootstrap.ignition.MachineConfig.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts what the user adds over what Weir makes: by path, unit and account. What is said later wins;
 * drop-ins, groups and keys add up. Ignition itself would take both one after the other, with the
 * same result, but its later versions refuse a path or unit that occurs twice.
 */
final class MachineConfigMerger {

  static MachineConfig merge(MachineConfig base, MachineConfig over) {
    return new MachineConfig(
        byName(base.users(), over.users(), Account::name, MachineConfigMerger::account),
        byName(base.groups(), over.groups(), MachineConfig.AccountGroup::name, (_, later) -> later),
        files(base.files(), over.files()),
        byName(
            base.directories(),
            over.directories(),
            directory -> directory.node().path(),
            (_, later) -> later),
        byName(base.units(), over.units(), Unit::name, MachineConfigMerger::unit),
        byName(base.network(), over.network(), NetworkUnit::name, MachineConfigMerger::networkUnit),
        base.disks(),
        base.filesystems());
  }

  /** What is appended stays an entry of its own, after the file that it belongs to. */
  private static List<FileNode> files(List<FileNode> base, List<FileNode> over) {
    var whole =
        byName(
            base.stream().filter(file -> !file.append()).toList(),
            over.stream().filter(file -> !file.append()).toList(),
            file -> file.node().path(),
            (_, later) -> later);
    var all = new ArrayList<>(whole);
    base.stream().filter(FileNode::append).forEach(all::add);
    over.stream().filter(FileNode::append).forEach(all::add);
    return all;
  }

  private static Unit unit(Unit base, Unit over) {
    return new Unit(
        base.name(),
        later(base.enabled(), over.enabled()),
        later(base.mask(), over.mask()),
        later(base.contents(), over.contents()),
        byName(base.dropIns(), over.dropIns(), DropIn::name, (_, dropIn) -> dropIn));
  }

  private static NetworkUnit networkUnit(NetworkUnit base, NetworkUnit over) {
    return new NetworkUnit(
        base.name(),
        later(base.contents(), over.contents()),
        byName(base.dropIns(), over.dropIns(), DropIn::name, (_, dropIn) -> dropIn));
  }

  private static Account account(Account base, Account over) {
    return new Account(
        base.name(),
        later(base.passwordHash(), over.passwordHash()),
        both(base.sshAuthorizedKeys(), over.sshAuthorizedKeys()),
        later(base.uid(), over.uid()),
        later(base.gecos(), over.gecos()),
        later(base.homeDir(), over.homeDir()),
        later(base.noCreateHome(), over.noCreateHome()),
        later(base.primaryGroup(), over.primaryGroup()),
        both(base.groups(), over.groups()),
        later(base.noUserGroup(), over.noUserGroup()),
        later(base.system(), over.system()),
        later(base.noLogInit(), over.noLogInit()),
        later(base.shell(), over.shell()));
  }

  private static <T> @Nullable T later(@Nullable T base, @Nullable T over) {
    return over != null ? over : base;
  }

  private static List<String> both(List<String> base, List<String> over) {
    var all = new LinkedHashSet<>(base);
    all.addAll(over);
    return List.copyOf(all);
  }

  private static <T> List<T> byName(
      List<T> base, List<T> over, Function<T, String> name, BinaryOperator<T> merge) {
    var all = new LinkedHashMap<String, T>();
    base.forEach(one -> all.merge(name.apply(one), one, merge));
    over.forEach(one -> all.merge(name.apply(one), one, merge));
    return List.copyOf(all.values());
  }

  private MachineConfigMerger() {}
}
