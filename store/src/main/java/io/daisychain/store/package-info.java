/**
 * The store: where it is, how to reach it, its tables, and transforms that scan and write them.
 *
 * <p>Start at {@link io.daisychain.store.StoreSession}, which finds or starts the store that a
 * {@link io.daisychain.store.StoreAddress} names and gives a {@link
 * io.daisychain.store.StoreConnector} for the pipelines. {@link io.daisychain.store.TableAdmin}
 * makes and describes tables, {@link io.daisychain.store.KeyRanges} cuts the key space, {@link
 * io.daisychain.store.scan.RangeScan} reads a range, {@link io.daisychain.store.write.WriteRows}
 * writes packed rows ({@link io.daisychain.store.RowBatch}), and {@link
 * io.daisychain.store.MetaTable} keeps the few values that belong to no event. HBase, the embedded
 * store and Bigtable go through the same code.
 */
package io.daisychain.store;
