/** The embedded store: a process of its own, held by leases. */
package io.daisychain.store.embedded;
