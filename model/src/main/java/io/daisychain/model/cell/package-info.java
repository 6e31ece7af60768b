/**
 * The packed cells of a row: event, parent references, lineage, lifecycle, faults, feedback,
 * origin.
 */
package io.daisychain.model.cell;
