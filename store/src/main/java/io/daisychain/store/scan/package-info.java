/** Reading rows in order: from a server, or from the files of an embedded store. */
package io.daisychain.store.scan;
