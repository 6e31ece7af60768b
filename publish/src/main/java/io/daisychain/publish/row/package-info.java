/** Stored rows to the lines of the published tables, and to the row that a person reads. */
package io.daisychain.publish.row;
