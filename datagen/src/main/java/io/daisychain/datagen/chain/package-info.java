/** The Markov chain of orders as data: its file, its states and actions, its random choices. */
package io.daisychain.datagen.chain;
