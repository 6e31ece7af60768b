/**
 * A whole HBase in one process on one machine, for the embedded store {@code embedded:DIR}.
 *
 * <p>Start at {@link io.daisychain.embedded.EmbeddedStore}. It holds the lock on its folder ({@code
 * StoreLock}), starts ZooKeeper, master and region server ({@code EmbeddedHBase}) and counts the
 * commands that use it ({@code LeaseServer}). Nothing here is on the class path of the jobs: they
 * talk to it as to any HBase, through ZooKeeper.
 */
package io.daisychain.embedded;
