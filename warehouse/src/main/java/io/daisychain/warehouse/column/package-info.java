/**
 * Columns of rows in files of Parquet, and in Java arrays.
 *
 * <p>Write with {@link io.daisychain.warehouse.column.ColumnFileWriter}, read with {@link
 * io.daisychain.warehouse.column.ColumnFile}. Text is numbers in memory, by {@link
 * io.daisychain.warehouse.column.TextCodes}; a null is {@link
 * io.daisychain.warehouse.column.ColumnSpec#NULL}. Any Parquet reader reads the files; only files
 * that were written here are read here, since of Parquet's many forms these are few: one page a
 * column and row group, plain, delta or dictionary, compressed or not.
 */
package io.daisychain.warehouse.column;
