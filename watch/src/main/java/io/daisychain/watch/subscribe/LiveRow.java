package io.daisychain.watch.subscribe;

import io.daisychain.linkage.live.LifecycleShare;
import java.util.Collection;
import java.util.List;

/**
 * A row that is handed out, as it stands.
 *
 * @param id in text
 * @param values as JSON, in the order of the table's columns, the id not among them
 * @param shares of the reporters and symbols of the events that it stands for
 */
record LiveRow(String id, List<String> values, Collection<LifecycleShare> shares) {}
