/**
 * What is known of where a lifecycle came from, as documents of W3C PROV and of OCEL 2.0. Knows
 * rows, entries of the audit log and nothing of stores.
 */
package io.daisychain.cli.provenance;
