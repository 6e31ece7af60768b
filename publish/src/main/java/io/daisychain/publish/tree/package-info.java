/** A lifecycle as a tree of text. */
package io.daisychain.publish.tree;
