/** Writing rows: put in batches, or sorted into HFiles that are bulk-loaded. */
package io.daisychain.store.write;
