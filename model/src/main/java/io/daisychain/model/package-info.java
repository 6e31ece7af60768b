/**
 * Shared by all jobs: the event, its identity and row key, and the layout of a row.
 *
 * <p>Start at {@link io.daisychain.model.event.EventReader}, which turns one indexed FIX 4.2
 * message into an {@link io.daisychain.model.OrderEvent}: its type, its row key and its parents'
 * row keys, derived from the message alone. {@link io.daisychain.model.TableSchema} names the
 * families and columns; {@link io.daisychain.model.cell.EventCell}, {@link
 * io.daisychain.model.cell.ParentReferenceCell}, {@link io.daisychain.model.cell.LineageCell} and
 * {@link io.daisychain.model.cell.LifecycleCell} are the packed values in them. Nothing here knows
 * of Beam, HBase or files.
 *
 * <p>Readers, writers and views are reusable and not thread-safe; enums and keys are values.
 */
package io.daisychain.model;
