/**
 * Iceberg: a folder of tables, format version 2, that other engines read. Metadata are written by
 * hand, as Parquet is: Iceberg's library would bring ten jars of 9 MB, another Avro than Beam's
 * among them, to write a few small files. Tests read them with that library.
 */
package io.daisychain.warehouse.iceberg;
