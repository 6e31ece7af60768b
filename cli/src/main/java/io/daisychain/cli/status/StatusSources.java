package io.daisychain.cli.status;

import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.store.StoreTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where the operator's page has what it shows from.
 *
 * @param parts of the process; asked by health too, so it waits for nothing
 * @param metrics further metrics in the text format of Prometheus, such as those of a watch; waits
 *     for nothing
 * @param store the table of events, in a session that stays open; empty without a store
 * @param warehouse what is published
 * @param input the folder in which files are handed in; empty for none
 * @param folder where the program keeps its log: runs are read there, and what is shown over time
 *     is kept there
 * @param places folders whose disks are looked at, by what they hold
 */
public record StatusSources(
    Supplier<List<PartState>> parts,
    Supplier<String> metrics,
    Optional<StoreTable> store,
    WarehouseOption warehouse,
    Optional<Path> input,
    Path folder,
    java.util.SortedMap<String, Path> places) {}
