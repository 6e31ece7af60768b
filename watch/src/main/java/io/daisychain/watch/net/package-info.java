/** Connections of those who send and of those who listen. */
package io.daisychain.watch.net;
