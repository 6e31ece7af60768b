package io.daisychain.watch.subscribe;

import java.util.List;
import java.util.Set;

/**
 * A row that is handed out, as it stands.
 *
 * @param id in text
 * @param values as JSON, in the order of the table's columns, the id not among them
 * @param symbols of the events that it stands for
 * @param reporters of these events
 * @param statuses mask of the {@link io.daisychain.model.ErrorStatus}es of these events
 */
record LiveRow(
    String id, List<String> values, Set<String> symbols, Set<String> reporters, int statuses) {}
