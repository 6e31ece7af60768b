/**
 * Reference data with validity dates: participants, customers and symbols.
 *
 * <p>Start at {@link io.daisychain.reference.ReferenceData}: three {@link
 * io.daisychain.reference.ValidityTable}s, read from CSV files and kept in the store beside the
 * events that were checked against them.
 */
package io.daisychain.reference;
