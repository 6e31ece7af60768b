/**
 * Where to cut the table: evenly spread split points, after the split generator of the paper's
 * authors.
 *
 * <p>{@link io.daisychain.splits.SplitPoints} computes them, prints them as an HBase shell
 * statement and makes the table.
 */
package io.daisychain.splits;
