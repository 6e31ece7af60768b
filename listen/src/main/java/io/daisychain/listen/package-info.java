/**
 * Listening: who may connect, how many at a time, for how long, and how much is read of somebody
 * who has not said yet who it is. All that listens does so by this.
 */
package io.daisychain.listen;
