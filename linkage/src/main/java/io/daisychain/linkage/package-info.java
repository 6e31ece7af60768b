/**
 * Links events that know only their direct parents into complete lifecycles.
 *
 * <p>Start at {@link io.daisychain.linkage.LinkJob}. The job scans the parent references that
 * ingest wrote, deals them into partitions by trade date and symbol ({@code Partitioning}), and
 * resolves each partition in arrays ({@code EventGraph}, {@code Ancestry}, {@code StandingFills}).
 * The partition function is a hint: where an edge leaves its partition, the lifecycles at its two
 * ends are brought together in one place ({@code UnresolvedParent}) and resolved there by the same
 * code, so a lifecycle is always resolved whole. What link knows goes back to the rows; only rows
 * of which it knows something new are written.
 */
package io.daisychain.linkage;
