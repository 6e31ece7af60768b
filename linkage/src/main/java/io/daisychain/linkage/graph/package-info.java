/**
 * The graph of events and their parents, and the rules that resolve it: arrays, no Beam, no store.
 *
 * <p>Start at {@link io.daisychain.linkage.graph.EventGraph}, which takes packed {@link
 * io.daisychain.linkage.graph.LinkRecord}s, one an event. {@link
 * io.daisychain.linkage.graph.Resolution} finds of each event its lineage, its lifecycle and its
 * errors, and writes what a row lacks to a {@link io.daisychain.linkage.graph.RowChanges}; {@link
 * io.daisychain.linkage.graph.ChildCells} does the same for the parents' rows. {@link
 * io.daisychain.linkage.graph.PartitionGraph} holds one part of a day's events.
 *
 * <p>Graphs are filled by one thread and read-only from then on.
 */
package io.daisychain.linkage.graph;
