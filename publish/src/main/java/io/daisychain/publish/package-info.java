/**
 * Publishes the table: CSV files of events, links and lifecycles, and the warehouse made of them.
 *
 * <p>Start at {@link io.daisychain.publish.PublishJob}. Each worker scans ranges of keys and gives
 * the rows to {@code RowFlattener}, which knows what of a row is published where; {@link
 * io.daisychain.publish.table.PublishedTables} says which columns there are and is the one source
 * of CSV headers, of the warehouse's tables and of the data dictionary. A run writes into a folder
 * of its own, and {@code PublishedFiles} puts its files in the place of an earlier run's.
 *
 * <p>Two views for people stand beside it: {@link io.daisychain.publish.row.RowView} shows one
 * stored row, {@link io.daisychain.publish.tree.TreeView} one published lifecycle.
 */
package io.daisychain.publish;
