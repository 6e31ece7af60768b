/**
 * The elements that jobs move: packed bytes under a number, some 100 KB of them at a time, which
 * wait for their group in memory, in the runner, or in a file.
 */
package io.daisychain.chunk;
