/** BigQuery: loading, swapping tables in one transaction, asking. */
package io.daisychain.warehouse.bigquery;
