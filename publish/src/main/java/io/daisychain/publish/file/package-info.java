/** The published files of a run: CSV and Parquet, their folder, their manifest. */
package io.daisychain.publish.file;
