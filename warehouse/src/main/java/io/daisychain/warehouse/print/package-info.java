/** Rows of an answer as text: CSV, JSON, tables. */
package io.daisychain.warehouse.print;
