/** What the stores' clients are to a worker that outlives the job: a cluster's own process. */
package io.daisychain.store.worker;
